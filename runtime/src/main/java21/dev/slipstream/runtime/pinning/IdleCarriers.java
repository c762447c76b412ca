package dev.slipstream.runtime.pinning;

/**
 * Control of the pool's keep-alive time that lets surplus carriers end once nothing has run for that time.
 *
 * <p>The pool ends idle workers one by one, on JDK 21 one per keep-alive time: two hundred carriers would take an hour and a
 * half. So after one keep-alive time without work, this shortens the keep-alive time until no more idle carriers than the
 * parallelism are left, and then restores it.
 *
 * <p>For use by the keeper only.
 */
final class IdleCarriers {
    private static final long SHORT_KEEP_ALIVE_MILLIS = 25;
    private static final long KICK_NANOS = 500_000_000;
    private static final int LASTING_LOOKS = 40;
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Not a lambda, for which the JDK would generate a class at the application's first virtual thread. */
    private static final Runnable NOTHING = new Runnable() {
        @Override
        public void run() {}
    };

    private final Scheduler scheduler;
    private long quietSince = System.nanoTime();
    private long usualKeepAlive;
    private long lastKick;
    private int busyLooks;

    IdleCarriers(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Returns whether carriers are ending, which calls for frequent looks. */
    boolean areEnding() {
        return usualKeepAlive != 0;
    }

    /**
     * Takes one look.
     *
     * @param now {@link System#nanoTime()}
     * @param busy whether a virtual thread runs or waits for a carrier
     */
    void look(long now, boolean busy) {
        if (areEnding()) {
            // A kick looks busy for a moment, and so does each worker that ends and thereby wakes the next: only lasting work
            // counts.
            busyLooks = busy ? busyLooks + 1 : 0;
            if (busyLooks >= LASTING_LOOKS || !isSurplus()) {
                busyLooks = 0;
                quietSince = now;
                restore();
            } else if (now - lastKick >= KICK_NANOS) {
                kick(now);
            }
        } else if (busy) {
            quietSince = now;
        } else if (now - quietSince >= scheduler.keepAliveMillis() * NANOS_PER_MILLI) {
            quietSince = now;
            if (isSurplus()) {
                usualKeepAlive = scheduler.keepAliveMillis();
                scheduler.setKeepAliveMillis(Math.min(usualKeepAlive, SHORT_KEEP_ALIVE_MILLIS));
                kick(now);
            }
        }
    }

    /**
     * Returns whether more carriers are idle than could ever run at once. Carriers that hold a parked virtual thread are not
     * idle.
     */
    private boolean isSurplus() {
        int idle = 0;
        for (CarrierWatch.Sight sight : scheduler.sights()) {
            idle += sight.mounted() == null ? 1 : 0;
        }
        return idle > scheduler.pool().getParallelism();
    }

    /** Wakes an idle worker with an empty task: a worker reads the new keep-alive time only after it has been woken once. */
    private void kick(long now) {
        lastKick = now;
        scheduler.pool().execute(NOTHING);
    }

    /** Restores the pool's own keep-alive time. */
    void restore() {
        if (areEnding()) {
            scheduler.setKeepAliveMillis(usualKeepAlive);
            usualKeepAlive = 0;
        }
    }
}
