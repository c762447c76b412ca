package dev.slipstream.it.program.arenas;

import java.util.ArrayList;
import java.util.List;

/** Tells whether a session for which threads contend is striped. Takes ten seconds to find that it is not. */
public final class ArenasWorks {
    private static final int SINCE = 21;
    private static final int CONTENDERS = 2;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private ArenasWorks() {}

    public static boolean works() throws Exception {
        if (Runtime.version().feature() < SINCE) {
            return false;
        }
        Object session = Sessions.shared();
        long end = System.nanoTime() + PATIENCE_NANOS;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONTENDERS; i++) {
            Thread thread = new Thread(() -> {
                while (System.nanoTime() - end < 0 && !isStriped(session)) {
                    for (int k = 0; k < 10_000; k++) {
                        Sessions.acquire(session);
                        Sessions.release(session);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        boolean striped = isStriped(session);
        Sessions.close(session);
        return striped && !Sessions.isAlive(session);
    }

    private static boolean isStriped(Object session) {
        try {
            return Sessions.isStriped(session);
        } catch (IllegalStateException noGraft) {
            return false;
        }
    }
}
