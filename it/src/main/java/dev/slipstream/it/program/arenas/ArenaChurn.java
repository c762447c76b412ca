package dev.slipstream.it.program.arenas;

import java.util.concurrent.SynchronousQueue;

/** Arenas that are opened, used on stripes by two threads, and closed or forgotten. They must leave nothing behind. */
public final class ArenaChurn {
    private static final long MOST_LEFT_BYTES = 8 << 20;

    private ArenaChurn() {}

    /** Arguments: the number of arenas, and {@code close} or {@code forget}. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        boolean closes = args[1].equals("close");
        SynchronousQueue<Object> queue = new SynchronousQueue<>();
        Thread releaser = new Thread(() -> {
            try {
                while (true) {
                    Sessions.release(queue.take());
                }
            } catch (InterruptedException interrupted) {
                return;
            }
        });
        releaser.setDaemon(true);
        releaser.start();
        churn(count / 10, closes, queue);
        long before = usedBytes();
        churn(count, closes, queue);
        long after = usedBytes();
        System.out.println("memory " + (after - before < MOST_LEFT_BYTES ? "same" : after - before));
        long[] counters = Sessions.counters();
        System.out.println("striped " + (counters[0] >= count) + " now " + counters[2] + " without slot " + counters[3]);
    }

    private static void churn(int count, boolean closes, SynchronousQueue<Object> queue) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Object session = Sessions.shared();
            Sessions.acquire(session);
            Sessions.stripe(session);
            queue.put(session);
            Sessions.acquire(session);
            Sessions.release(session);
            if (closes) {
                closeWhenReleased(session);
            } else if (i % 1_000 == 0) {
                System.gc();
            }
        }
    }

    private static void closeWhenReleased(Object session) {
        while (Sessions.isAlive(session)) {
            try {
                Sessions.close(session);
            } catch (IllegalStateException acquired) {
                Thread.onSpinWait();
            }
        }
    }

    private static long usedBytes() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
