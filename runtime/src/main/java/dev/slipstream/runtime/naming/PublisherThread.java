package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.threads.Daemon;
import java.util.Arrays;
import java.util.List;

/**
 * Thread of a publisher. Its class name identifies it, whichever copy of the library has started it. After an interrupt it calls
 * {@link NamingHost#everySecond} at once.
 */
final class PublisherThread extends Thread {
    private static final long LONGEST_END_MILLIS = 1_000;
    private static final int MORE = 100;

    PublisherThread(Runnable task) {
        super(Daemon.systemGroup(), task, NamePublisher.THREAD, 0, false);
        Daemon.prepare(this);
    }

    /** Interrupts all publishers in this JVM, and waits for each to end, a second at most. */
    static void endAll() throws InterruptedException {
        for (Thread thread : threads()) {
            if (thread != null && thread.getClass().getName().equals(PublisherThread.class.getName())) {
                thread.interrupt();
                thread.join(LONGEST_END_MILLIS);
            }
        }
    }

    /** Returns the threads of this JVM, perhaps without those just started; some elements may be null. */
    private static List<Thread> threads() {
        ThreadGroup root = currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + MORE];
        root.enumerate(threads);
        return Arrays.asList(threads);
    }
}
