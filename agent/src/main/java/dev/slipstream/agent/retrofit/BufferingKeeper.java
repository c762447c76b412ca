package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.threads.Daemon;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * The thread that advances the graft's clock, by which bytes grow old, and that looks up file systems. It sleeps without a time
 * limit when nothing has been read ahead for a while; all that was is old by then.
 */
final class BufferingKeeper implements Runnable {
    /** All that was read ahead is old by then. */
    private static final int IDLE_TICKS = 4;

    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final Watch watch;
    private final long tickNanos;
    private final Daemon daemon;

    BufferingKeeper(BiFunction<String, Object, Object> graft, BufferingFiles files, int ageMillis, Watch watch) {
        this.graft = graft;
        this.files = files;
        this.watch = watch;
        // What was read just before a tick is one tick old at once, and may grow one older.
        tickNanos = TimeUnit.MILLISECONDS.toNanos(ageMillis) / 2;
        daemon = new Daemon("slipstream-buffering", this);
        files.setKeeper(daemon.thread());
    }

    void start() {
        daemon.start();
    }

    void close() {
        daemon.close();
    }

    /** Without it nothing would grow old: if it ends by itself, which only an error can make it, so does reading ahead. */
    @Override
    public void run() {
        try {
            keepTime();
        } catch (Throwable e) {
            watch.undo("its clock has stopped: ".concat(e.toString()));
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
            } catch (IOException | RuntimeException askedAgainThen) {
                // Until then nobody is told anything new about a file system.
                looked = now;
            }
            if (idle > IDLE_TICKS + TimeUnit.SECONDS.toNanos(1) / tickNanos) {
                sleep();
            } else {
                LockSupport.parkNanos(this, tickNanos);
            }
            Thread.interrupted();
        }
    }

    /** Who reads ahead says so before it looks for a sleeper; we look whether it has after we are one. */
    private void sleep() {
        graft.apply("sleep", daemon.thread());
        if (!(Boolean) graft.apply("used", null) && !daemon.isClosing()) {
            LockSupport.park(this);
        }
        graft.apply("sleep", null);
    }
}
