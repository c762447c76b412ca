package dev.slipstream.it.program.priority;

import java.io.IOException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;

/** Virtual threads that set their priorities. A lowered thread starts the first of them. Their carriers must not be affected. */
public final class VirtualPriorities {
    private static final int THREADS = 200;

    private VirtualPriorities() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListSet<Integer> priorities = new ConcurrentSkipListSet<>();
        ConcurrentSkipListSet<String> carriers = new ConcurrentSkipListSet<>();
        CountDownLatch done = new CountDownLatch(THREADS);
        NiceThread low = NiceThread.started(Thread.MIN_PRIORITY);
        low.call(() -> {
            for (int i = 0; i < THREADS; i++) {
                int priority = 1 + i % Thread.MAX_PRIORITY;
                Thread.startVirtualThread(() -> {
                    Thread.currentThread().setPriority(priority);
                    sleep();
                    priorities.add(Thread.currentThread().getPriority());
                    carriers.add(nice());
                    done.countDown();
                });
            }
            return null;
        });
        done.await();
        NiceThread worker = new NiceThread();
        Thread built = Thread.ofPlatform().priority(2).daemon().start(worker);
        System.out.println("built " + built.getPriority() + " : " + worker.nice());
        Thread[] started = new Thread[1];
        Thread.startVirtualThread(() -> started[0] = NiceThread.started(3)).join();
        System.out.println("virtual " + priorities + " started by one " + started[0].getPriority());
        System.out.println("carriers " + carriers + " started by one " + ((NiceThread) started[0]).nice());
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String nice() {
        try {
            return NiceThread.ownNice();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
