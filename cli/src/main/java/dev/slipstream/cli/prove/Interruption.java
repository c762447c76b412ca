package dev.slipstream.cli.prove;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Until it is done, a Ctrl-C or a request to end interrupts the thread that made it, and the JVM waits a while for it to put
 * its things in order. The JVM then ends with the exit code of the signal.
 */
public final class Interruption {
    /** Writing results takes a moment; a disk that hangs must not keep the JVM for ever. */
    private static final long PATIENCE_SECONDS = 15;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    /** Watches from now on. */
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

    /** All is in order: lets the JVM end. */
    public void done() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException itIsEnding) {
            return;
        }
    }
}
