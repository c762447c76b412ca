package dev.slipstream.it.program;

/** One thread uses a striped session until its acquires, too, are counted beside its stripe, and then closes the session. */
public final class ArenaOwner {
    /** Uses after which the gate opens. */
    private static final int PAID = 1 << 16;

    private ArenaOwner() {
    }

    /** Prints how many acquires were counted beside the stripe, and the outcomes of the closes. */
    public static void main(String[] args) {
        Object session = Sessions.shared();
        Sessions.stripe(session);
        use(session, PAID - 1);
        System.out.println("before: " + Sessions.acquiredBeside(session));
        use(session, PAID);
        System.out.println("then: " + Sessions.acquiredBeside(session));
        Sessions.acquire(session);
        System.out.println(ArenaCrowd.closed(session));
        long refused = Sessions.acquiredBeside(session);
        use(session, 2 * PAID);
        System.out.println("after a refused close: +" + (Sessions.acquiredBeside(session) - refused));
        Sessions.release(session);
        System.out.println(ArenaCrowd.closed(session));
        System.out.println(ArenaCrowd.closed(session));
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
        System.out.println(ArenaCrowd.closed(session));
    }

    private static void use(Object session, int times) {
        for (int i = 0; i < times; i++) {
            Sessions.acquire(session);
            Sessions.release(session);
        }
    }
}
