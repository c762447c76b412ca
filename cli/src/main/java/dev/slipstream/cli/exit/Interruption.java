package dev.slipstream.cli.exit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C or a request to end into an interrupt of the thread that created this object. The JVM then waits a bounded time
 * for {@link #end}, so that the command can say how it went, and ends with the exit code of the signal.
 */
public final class Interruption {
    /** Bounds the wait: writing results takes a moment, but a disk that hangs must not keep the JVM running. */
    private static final long PATIENCE_SECONDS = 15;

    private static final CountDownLatch END = new CountDownLatch(1);

    private final Thread hook;
    private volatile boolean begun;

    /** Registers the shutdown hook that interrupts the current thread, unless the JVM is ending already. */
    public Interruption() {
        Thread working = Thread.currentThread();
        hook = new Thread(() -> stop(working), "interruption");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return;
        }
    }

    private void stop(Thread working) {
        begun = true;
        working.interrupt();
        try {
            END.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells whether it has come. A child process gets Ctrl-C, too, and may end first: its failure is then none. */
    public boolean hasBegun() {
        return begun;
    }

    /** Removes the hook. If it runs already, the JVM waits for {@link #end}. */
    public void done() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return;
        }
    }

    /** Lets the JVM end. Called last, when all messages are written. */
    public static void end() {
        END.countDown();
    }
}
