package dev.slipstream.it.program.pinning;

import dev.slipstream.it.program.common.Failing;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads that wait to enter a monitor and so hold the only carrier, which the thread that would let them in needs. For
 * {@code Console}, on JDK 21 to 23.
 */
public final class Entering {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long SETTLED_MILLIS = 20;

    /** Time within which the keeper does twice what it does once a second, or a second after a failure. */
    private static final long QUIET_NANOS = 2_500_000_000L;
    private static final int MOST_ROUNDS = 2_000;

    private Entering() {}

    /** Repeats {@link #goesOn} until no more of the keeper's allocations fail, and returns how many have failed. */
    public static String whileAllocationsFail() throws InterruptedException {
        Failing.eachOnce("slipstream-keeper");
        long lastFailure = System.nanoTime();
        for (int i = 0; i < MOST_ROUNDS; i++) {
            int before = Failing.failures();
            if (!goesOn()) {
                return "round " + i + " hangs";
            }
            if (Failing.failures() != before) {
                lastFailure = System.nanoTime();
            } else if (System.nanoTime() - lastFailure > QUIET_NANOS) {
                return Integer.toString(Failing.failures());
            }
        }
        return "new places fail for ever";
    }

    /** Starts a virtual thread, which may be the first one. */
    public static String startOne() {
        return Thread.startVirtualThread(Thread::onSpinWait).getName();
    }

    /** Tells whether the virtual threads end. */
    public static boolean goesOn() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch let = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().daemon().start(() -> {
            synchronized (monitor) {
                held.countDown();
                await(let);
            }
        });
        held.await();
        Thread entering = Thread.startVirtualThread(() -> {
            synchronized (monitor) {
                Thread.onSpinWait();
            }
        });
        Thread.sleep(SETTLED_MILLIS);
        Thread.startVirtualThread(let::countDown);
        return entering.join(PATIENCE) && holder.join(PATIENCE);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
