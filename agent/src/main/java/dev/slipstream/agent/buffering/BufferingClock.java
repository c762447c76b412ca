package dev.slipstream.agent.buffering;

import dev.slipstream.agent.plan.Switch;
import dev.slipstream.runtime.threads.Daemon;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * Thread that advances the graft's clock, by which read-ahead bytes age, and that looks up file systems. It parks without a time
 * limit when nothing has been read ahead for a while; all read-ahead bytes have expired by then.
 */
final class BufferingClock implements Runnable {
    static final String THREAD = "slipstream-buffering";

    /** All that was read ahead is old by then. */
    private static final int IDLE_TICKS = 4;

    /** @see "java.io.BufferingGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final Switch.Callback callback;
    private final long tickNanos;
    private final Daemon daemon;

    BufferingClock(BiFunction<String, Object, Object> graft, BufferingFiles files, int ageMillis, Switch.Callback callback) {
        this.graft = graft;
        this.files = files;
        this.callback = callback;
        // Bytes read just before a tick are one tick old at once, and may age by one more.
        tickNanos = TimeUnit.MILLISECONDS.toNanos(ageMillis) / 2;
        daemon = new Daemon(THREAD, this);
        files.setClock(daemon.thread());
    }

    void start() {
        daemon.start();
    }

    void close() {
        daemon.close();
    }

    /**
     * Keeps time. Without the clock bytes would not age: if the thread ends by itself, which only an error can cause, reading ahead
     * ends too.
     */
    @Override
    public void run() {
        try {
            keepTime();
        } catch (Throwable e) {
            callback.undo("its clock has stopped: ".concat(e.toString()));
        }
    }

    private void keepTime() {
        long looked = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        int idle = 0;
        while (!daemon.isClosing()) {
            idle = (Boolean) graft.apply("tick", null) ? 0 : idle + 1;
            long now = System.nanoTime();
            try {
                if (now - looked >= TimeUnit.SECONDS.toNanos(1)) {
                    looked = now;
                    files.forgetIfMountsChanged();
                }
                files.lookUp();
            } catch (IOException | RuntimeException ignored) {
                // Retried in a second; until then no query gets a new verdict.
                looked = now;
            }
            if (idle > IDLE_TICKS) {
                sleep();
            } else {
                LockSupport.parkNanos(this, tickNanos);
            }
            Thread.interrupted();
        }
    }

    /**
     * Parks without a time limit. A reader sets the used flag before it looks for a sleeper; this thread registers as the sleeper
     * before it checks the flag. So no wake-up is lost.
     */
    private void sleep() {
        graft.apply("sleep", daemon.thread());
        if (!(Boolean) graft.apply("used", null) && !daemon.isClosing()) {
            LockSupport.park(this);
        }
        graft.apply("sleep", null);
    }
}
