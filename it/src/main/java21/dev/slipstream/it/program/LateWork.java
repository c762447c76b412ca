package dev.slipstream.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** All carriers hold a parked virtual thread for so long that the pool ends its spare carrier. Only then does new work come. */
public final class LateWork {
    private static final int THREADS = 20;

    private LateWork() {
    }

    /** Argument: the milliseconds until the new work. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Pinned.start(() -> Pinned.await(latch)));
        }
        Thread.sleep(Long.parseLong(args[0]));
        threads.add(Thread.startVirtualThread(latch::countDown));
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("PASS");
    }
}
