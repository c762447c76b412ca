package dev.slipstream.cli.exit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C or a request to end into an interrupt of the thread that created this object. The JVM then waits a bounded time
 * for {@link #done}, and ends with the exit code of the signal.
 */
public final class Interruption {
    /** Bounds the wait: writing results takes a moment, but a disk that hangs must not keep the JVM running. */
    private static final long PATIENCE_SECONDS = 15;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    /** Registers the shutdown hook that interrupts the current thread. */
    public Interruption() {
        Thread working = Thread.currentThread();
        hook = new Thread(() -> stop(working), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop(Thread working) {
        working.interrupt();
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM end, and removes the hook. */
    public void done() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException itIsEnding) {
            return;
        }
    }
}
