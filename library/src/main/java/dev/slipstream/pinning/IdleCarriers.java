package dev.slipstream.pinning;

/**
 * Lets surplus carriers end when nothing has run for as long as the pool itself keeps an idle worker.
 *
 * <p>The pool ends idle workers one by one, on JDK 21 one per keep-alive time: two hundred carriers would take an hour and a
 * half. So after one keep-alive time of quiet the time is made short until no more than the parallelism are left, and then put
 * back.
 *
 * <p>For use by the keeper only.
 */
final class IdleCarriers {
    private static final long SHORT_KEEP_ALIVE_MILLIS = 25;
    private static final long KICK_NANOS = 500_000_000;
    private static final int LASTING_LOOKS = 40;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Runnable NOTHING = () -> { };

    private final Scheduler scheduler;
    private long quietSince = System.nanoTime();
    private long usualKeepAlive;
    private long lastKick;
    private int busyLooks;

    IdleCarriers(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Whether carriers are ending, so that it is worth looking often. */
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
            // A kick, and each worker that ends and so wakes the next, look busy for a moment: only lasting work counts.
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

    /** Whether more carriers are idle than could ever run at once. Those that hold a parked virtual thread are not idle. */
    private boolean isSurplus() {
        int idle = 0;
        for (CarrierWatch.Sight sight : scheduler.sights()) {
            idle += sight.mounted() == null ? 1 : 0;
        }
        return idle > scheduler.pool().getParallelism();
    }

    /** An idle worker learns of the new time only after it has been woken once. */
    private void kick(long now) {
        lastKick = now;
        scheduler.pool().execute(NOTHING);
    }

    /** Puts the pool's own time back. */
    void restore() {
        if (areEnding()) {
            scheduler.setKeepAliveMillis(usualKeepAlive);
            usualKeepAlive = 0;
        }
    }
}
