package dev.slipstream.it.program;

import java.util.ArrayList;
import java.util.List;

/** Application that configures the scheduler in its {@code main}, as it may before it uses the first virtual thread. */
public final class SetsParallelism {
    private SetsParallelism() {
    }

    /** Prints how many carriers ran virtual threads that never block. */
    public static void main(String[] args) throws InterruptedException {
        Thread.sleep(1_500);
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                long end = System.nanoTime() + 100_000_000;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }));
        }
        int most = 0;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                most = Math.max(most, Threads.carriers());
                Thread.sleep(5);
            }
        }
        System.out.println("carriers " + most);
    }
}
