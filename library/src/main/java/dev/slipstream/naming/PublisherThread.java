package dev.slipstream.naming;

import dev.slipstream.threads.Daemon;
import java.util.Arrays;
import java.util.List;

/**
 * A publisher's thread, of a class of its own, so that it can be told from others, whichever copy of the library has started
 * it. An interrupt has it ask its host at once what it asks it every second otherwise.
 */
final class PublisherThread extends Thread {
    private static final long LONGEST_END_MILLIS = 1_000;
    private static final int MORE = 100;

    PublisherThread(Runnable task) {
        super(Daemon.systemGroup(), task, "slipstream-naming", 0, false);
        Daemon.prepare(this);
    }

    /** Interrupts those that there are, and waits for each to end, a second at most. */
    static void endAll() throws InterruptedException {
        for (Thread thread : threads()) {
            if (thread != null && thread.getClass().getName().equals(PublisherThread.class.getName())) {
                thread.interrupt();
                thread.join(LONGEST_END_MILLIS);
            }
        }
    }

    /** Of this JVM, but those that have just been started; some places may be empty. */
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
