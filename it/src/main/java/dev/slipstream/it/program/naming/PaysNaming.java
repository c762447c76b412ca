package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;

/** Threads that spend much of their time renaming themselves. See {@link Recorded} for the arguments. */
public final class PaysNaming implements Runnable {
    private static final int NAMES = 64;
    private static final int BATCH = 10;
    private static final String[] TEXTS = new String[NAMES];

    private int next;

    private PaysNaming() {
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < NAMES; i++) {
            TEXTS[i] = "select * from t" + i + " where id = 4711";
        }
        Recorded.waiter();
        Recorded.record(arguments, new Turns("renames", new PaysNaming(), 0.7), new Turns("renames", new PaysNaming(), 0.7));
    }

    @Override
    public void run() {
        Thread self = Thread.currentThread();
        for (int i = 0; i < BATCH; i++) {
            self.setName(TEXTS[next++ & NAMES - 1]);
        }
    }
}
