package dev.slipstream.lab.experiment.priority;

import dev.slipstream.lab.machine.Processors;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread that works continuously beside the measured one, on a given processor, until it is stopped. */
final class Rival {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final Runnable work;
    private final int processor;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Throwable failure;

    /** Creates the thread; its priority is set before it starts, as thread pools' factories do. */
    Rival(Runnable work, int processor, int priority) {
        this.work = work;
        this.processor = processor;
        thread = new Thread(this::run, "rival");
        thread.setDaemon(true);
        thread.setPriority(priority);
    }

    /** Starts the thread, and returns once it is bound and has worked: it competes during the entire measurement. */
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

    /** Stops the thread and waits for its end. Fails if it ended early, since the score would then be meaningless. */
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
