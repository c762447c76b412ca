package dev.slipstream.lab.experiment.pinning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Scenario in which timed parks inside synchronized must end when their time has elapsed: not late, and not regularly early. */
public final class TimedPark {
    private static final int THREADS = 100;
    private static final long NANOS = 50_000_000;

    /** Generous, since the machine may be busy; a lost wake-up exceeds any limit. */
    private static final long LATEST_NANOS = 2_000_000_000;

    /** Parks may return spuriously; more than this many means that the thread does not really park. */
    private static final int MOST_PARKS = 50;

    private TimedPark() {}

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        AtomicLong latest = new AtomicLong();
        AtomicLong mostParks = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(VirtualThreads.start(() -> {
                synchronized (new Object()) {
                    LockSupport.parkNanos(0);
                    LockSupport.parkNanos(-1);
                    long end = System.nanoTime() + NANOS;
                    int parks = 0;
                    for (long left = NANOS; left > 0; left = end - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                        parks++;
                    }
                    latest.accumulateAndGet(System.nanoTime() - end, Math::max);
                    mostParks.accumulateAndGet(parks, Math::max);
                }
            }));
        }
        Stage.join(threads);
        if (latest.get() > LATEST_NANOS) {
            Stage.fail("a park was " + latest + " ns late");
        }
        if (mostParks.get() > MOST_PARKS) {
            Stage.fail("it took " + mostParks + " parks to wait once");
        }
        Stage.pass();
    }
}
