package dev.slipstream.priority;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Thread that knows its own kernel id, and lives until this object is closed. */
final class Witness implements Runnable, AutoCloseable {
    private final Thread thread = new Thread(null, this, "slipstream-witness", 0, false);
    private final CountDownLatch known = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int id;
    private volatile String failure;

    private Witness() {
    }

    static Witness start() {
        Witness witness = new Witness();
        witness.thread.setDaemon(true);
        witness.thread.start();
        return witness;
    }

    @Override
    public void run() {
        try {
            id = Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        } catch (IOException | NumberFormatException e) {
            failure = "/proc/thread-self cannot be read: " + e;
        } finally {
            known.countDown();
        }
        Waiting.on(closed);
    }

    Thread thread() {
        return thread;
    }

    /**
     * Waits until the id is known, and returns it.
     *
     * @throws IllegalStateException if the id cannot be found; the message says why
     */
    int id() {
        Waiting.on(known);
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return id;
    }

    @Override
    public void close() {
        closed.countDown();
        Waiting.forEndOf(thread);
    }
}
