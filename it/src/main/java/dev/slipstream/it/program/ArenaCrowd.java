package dev.slipstream.it.program;

import java.util.ArrayList;
import java.util.List;

/**
 * More threads than there are stripes use one striped session and end; further generations follow them. Prints whether some of the
 * acquires and of the releases were counted beside the stripes, and whether the number of users is exact afterwards.
 */
public final class ArenaCrowd {
    private static final int THREADS = 40;
    private static final int USES = 2_000;
    private static final int GENERATIONS = 4;

    private ArenaCrowd() {
    }

    /** Prints a line for each generation, and the outcomes of two closes. The last generation consists of virtual threads. */
    public static void main(String[] args) throws Exception {
        Object session = Sessions.shared();
        Sessions.stripeAhead(session);
        Sessions.acquire(session);
        long acquired = 0;
        long released = 0;
        for (int i = 1; i <= GENERATIONS; i++) {
            generation(session, i == GENERATIONS);
            long acquiredNow = Sessions.acquiredBeside(session);
            long releasedNow = Sessions.releasedBeside(session);
            System.out.println(beside("acquired", acquiredNow - acquired) + ", " + beside("released", releasedNow - released));
            acquired = acquiredNow;
            released = releasedNow;
        }
        System.out.println(closed(session));
        Sessions.release(session);
        System.out.println(closed(session));
    }

    private static String beside(String what, long times) {
        return times > 0 && times <= THREADS * USES ? what + " beside" : what + " " + times + " beside";
    }

    private static void generation(Object session, boolean virtual) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Runnable user = () -> {
            for (int i = 0; i < USES; i++) {
                Sessions.acquire(session);
                if (i % 100 == 0) {
                    Thread.yield();
                }
                Sessions.release(session);
            }
        };
        for (int i = 0; i < THREADS; i++) {
            threads.add(virtual ? VirtualThreads.start(user) : new Thread(user));
        }
        for (Thread thread : threads) {
            if (!virtual) {
                thread.start();
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static String closed(Object session) {
        try {
            Sessions.close(session);
            return "closed";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }
}
