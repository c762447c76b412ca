package dev.slipstream.it.program.pinning;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Rounds of virtual threads that wait, pinned, for what another virtual thread brings: the first round hangs unless carriers are
 * added. Prints {@code hangs} when it has begun, and a line for each round that ends. The argument is the number of rounds; without
 * one, they go on for ever. Ends at once after the last, without shutdown hooks.
 */
public final class Relapses {
    private static final int THREADS = 10;
    private static final long SETTLE_MILLIS = 300;

    private Relapses() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        long rounds = args.length == 0 ? Long.MAX_VALUE : Long.parseLong(args[0]);
        for (long i = 0; i < rounds; i++) {
            LinkedBlockingQueue<String> brought = new LinkedBlockingQueue<>();
            CountDownLatch done = new CountDownLatch(THREADS);
            for (int thread = 0; thread < THREADS; thread++) {
                Pinned.start(() -> {
                    take(brought);
                    done.countDown();
                });
            }
            Thread.sleep(i == 0 ? SETTLE_MILLIS : 1);
            Thread.startVirtualThread(() -> {
                for (int thread = 0; thread < THREADS; thread++) {
                    brought.add("item");
                }
            });
            if (i == 0) {
                System.out.println("hangs");
            }
            done.await();
            System.out.println("round " + (i + 1));
        }
        Runtime.getRuntime().halt(0);
    }

    private static void take(LinkedBlockingQueue<String> brought) {
        try {
            brought.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
