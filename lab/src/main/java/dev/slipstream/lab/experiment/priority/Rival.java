package dev.slipstream.lab.experiment.priority;

import dev.slipstream.lab.machine.Processors;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread that works on and on beside the measured one, on a given processor, until it is told to stop. */
final class Rival {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final Runnable work;
    private final int processor;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Throwable failure;

    /** Prepares; the priority is set before the thread starts, as the factories of pools do. */
    Rival(Runnable work, int processor, int priority) {
        this.work = work;
        this.processor = processor;
        thread = new Thread(this::run, "rival");
        thread.setDaemon(true);
        thread.setPriority(priority);
    }

    /** Starts it, and returns once it is bound and has worked: what is measured afterwards has company all the time. */
    void start() throws InterruptedException {
        thread.start();
        if (!begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the rival did not begin");
        }
        check();
    }

    private void run() {
        try {
            Processors.bind(processor);
            work.run();
            begun.countDown();
            while (!stopped) {
                work.run();
            }
        } catch (Throwable failed) {
            failure = failed;
        } finally {
            begun.countDown();
        }
    }

    /** Stops it and waits for its end. A figure that was measured beside one that had failed means nothing. */
    void stop() throws InterruptedException {
        boolean alive = thread.isAlive();
        stopped = true;
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        check();
        if (!alive || thread.isAlive()) {
            throw new IllegalStateException("the rival did not work until it was told to stop");
        }
    }

    private void check() {
        if (failure != null) {
            throw new IllegalStateException("the rival failed: " + failure, failure);
        }
    }
}
