package dev.slipstream.it.program.priority;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/**
 * Threads set the priority of one thread while it starts threads, sets its own priority, and ends. Prints the number of mismatches.
 */
public final class PriorityRace {
    private static final int ROUNDS = 1_000;
    private static final int SETTERS = 2;

    private PriorityRace() {}

    /** Arguments: the nice values of the Java priorities 1 to 10. */
    public static void main(String[] args) throws Exception {
        System.out.println("set " + set(args) + " started " + started(args) + " ended " + ended());
    }

    /** Races setters of one thread. The kernel must end up with the last Java priority. */
    private static int set(String[] nice) throws Exception {
        int wrong = 0;
        NiceThread target = NiceThread.started(Thread.NORM_PRIORITY);
        for (int round = 0; round < ROUNDS; round++) {
            CyclicBarrier barrier = new CyclicBarrier(SETTERS);
            List<Thread> setters = new ArrayList<>();
            for (int i = 0; i < SETTERS; i++) {
                int first = 1 + (round + 3 * i) % Thread.MAX_PRIORITY;
                int second = 1 + (round + 7 * i) % Thread.MAX_PRIORITY;
                setters.add(new Thread(() -> {
                    await(barrier);
                    target.setPriority(first);
                    target.setPriority(second);
                }));
            }
            setters.forEach(Thread::start);
            for (Thread setter : setters) {
                setter.join();
            }
            wrong += target.nice().equals(nice[target.getPriority() - 1]) ? 0 : 1;
        }
        target.end();
        return wrong;
    }

    /** Starts normal threads while the starting thread's priority changes. They must have the process's nice value. */
    private static int started(String[] nice) throws Exception {
        int wrong = 0;
        NiceThread parent = NiceThread.started(Thread.NORM_PRIORITY);
        for (int round = 0; round < ROUNDS; round++) {
            parent.setPriority(Thread.MIN_PRIORITY);
            Thread setter = new Thread(() -> parent.setPriority(Thread.NORM_PRIORITY));
            setter.start();
            NiceThread child = parent.call(() -> NiceThread.started(Thread.NORM_PRIORITY));
            setter.join();
            wrong += child.nice().equals(nice[Thread.NORM_PRIORITY - 1]) ? 0 : 1;
            child.end();
        }
        parent.end();
        return wrong;
    }

    /** Sets the priority of threads that end. No other thread may get it. */
    private static int ended() throws Exception {
        int wrong = 0;
        NiceThread bystander = NiceThread.started(Thread.NORM_PRIORITY);
        String before = bystander.nice();
        for (int round = 0; round < ROUNDS; round++) {
            NiceThread target = NiceThread.started(Thread.NORM_PRIORITY);
            Thread setter = new Thread(() -> {
                while (target.isAlive()) {
                    target.setPriority(Thread.MIN_PRIORITY);
                    target.setPriority(Thread.MAX_PRIORITY);
                }
            });
            setter.start();
            target.end();
            setter.join();
            wrong += bystander.nice().equals(before) ? 0 : 1;
        }
        bystander.end();
        return wrong;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
