package dev.slipstream.priority;

import java.util.concurrent.CountDownLatch;

/** Uninterruptible waits, for conditions that hold soon. The interrupt status is restored. */
final class Waiting {
    private Waiting() {
    }

    static void on(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        restore(interrupted);
    }

    static void forEndOf(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        restore(interrupted);
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
