package dev.slipstream.it.program.arenas;

import dev.slipstream.it.program.common.VirtualThreads;
import java.util.ArrayList;
import java.util.List;

/** Acquires and releases that are counted beside the stripes of a session. */
public final class ArenaCounts {
    private ArenaCounts() {}

    /**
     * More threads than there are stripes use one striped session and end; further generations follow them. Prints whether some of
     * the acquires and of the releases were counted beside the stripes, and whether the number of users is exact afterwards.
     */
    public static final class Crowd {
        private static final int THREADS = 40;
        private static final int USES = 2_000;
        private static final int GENERATIONS = 4;

        private Crowd() {}

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
                System.out
                        .println(beside("acquired", acquiredNow - acquired) + ", " + beside("released", releasedNow - released));
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
    }

    /** One thread uses a striped session until its acquires, too, are counted beside its stripe, and then closes the session. */
    public static final class Owner {
        /** Uses after which the gate opens. */
        private static final int PAID = 1 << 16;

        private Owner() {}

        /** Prints how many acquires were counted beside the stripe, and the outcomes of the closes. */
        public static void main(String[] args) {
            Object session = Sessions.shared();
            Sessions.stripe(session);
            use(session, PAID - 1);
            System.out.println("before: " + Sessions.acquiredBeside(session));
            use(session, PAID);
            System.out.println("then: " + Sessions.acquiredBeside(session));
            Sessions.acquire(session);
            System.out.println(closed(session));
            long refused = Sessions.acquiredBeside(session);
            use(session, 2 * PAID);
            System.out.println("after a refused close: +" + (Sessions.acquiredBeside(session) - refused));
            Sessions.release(session);
            System.out.println(closed(session));
            System.out.println(closed(session));
            inPairs();
        }

        /**
         * Acquires twice, then releases twice, as a downcall with two segments of one arena does. The number of releases is even at
         * every acquire.
         */
        private static void inPairs() {
            Object session = Sessions.shared();
            Sessions.stripe(session);
            for (int i = 0; i < PAID; i++) {
                Sessions.acquire(session);
                Sessions.acquire(session);
                Sessions.release(session);
                Sessions.release(session);
            }
            System.out.println("in pairs: " + Sessions.acquiredBeside(session));
            System.out.println(closed(session));
        }

        private static void use(Object session, int times) {
            for (int i = 0; i < times; i++) {
                Sessions.acquire(session);
                Sessions.release(session);
            }
        }
    }

    private static String closed(Object session) {
        try {
            Sessions.close(session);
            return "closed";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }
}
