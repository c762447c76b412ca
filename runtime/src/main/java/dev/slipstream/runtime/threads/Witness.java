package dev.slipstream.runtime.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Thread that knows its own kernel id, and waits until this object is closed. Safe for use by several threads. */
public final class Witness implements Runnable, AutoCloseable {
    private final Daemon daemon = new Daemon("slipstream-witness", this);
    private final CountDownLatch known = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int id;
    private volatile @Nullable String failure;

    private Witness() {}

    /** Starts the thread. */
    public static Witness start() {
        Witness witness = new Witness();
        witness.daemon.start();
        return witness;
    }

    @Override
    public void run() {
        try {
            id = Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        } catch (IOException | SecurityException | NumberFormatException | OutOfMemoryError e) {
            failure = "/proc/thread-self cannot be read: " + e;
        } finally {
            known.countDown();
        }
        await(closed);
    }

    /** {@return the thread} */
    public Thread thread() {
        return daemon.thread();
    }

    /**
     * Waits until the id is known, and returns it.
     *
     * @throws IllegalStateException if the id cannot be found; the message says why
     */
    public int id() {
        await(known);
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return id;
    }

    /** Ends the thread, and waits for that. */
    @Override
    public void close() {
        closed.countDown();
        Daemon.awaitEnd(daemon.thread());
    }

    /** Waits for what happens soon. Ignores interrupts; the interrupt status is restored. */
    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
