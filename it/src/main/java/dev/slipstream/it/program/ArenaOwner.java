package dev.slipstream.it.program;

/** One thread uses a session on stripes for long, so that it counts its acquires beside its stripe, too; and closes it. */
public final class ArenaOwner {
    /** With the last of so many it begins. */
    private static final int PAID = 1 << 16;

    private ArenaOwner() {
    }

    /** Prints how many of its acquires were counted beside, and what closes say. */
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

    /** As a call does that takes two segments of one arena: when it acquires, the number of releases is always even. */
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
