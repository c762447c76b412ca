package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.util.concurrent.ForkJoinPool;

/**
 * Threads that spend much of their time renaming themselves. See {@link Recorded} for the arguments. With {@code by=pool} they are
 * workers of the common pool.
 */
public final class PaysNaming implements Runnable {
    private static final int NAMES = 64;
    private static final int BATCH = 10;
    private static final String[] TEXTS = new String[NAMES];

    private int next;

    private PaysNaming() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < NAMES; i++) {
            TEXTS[i] = "select * from t" + i + " where id = 4711";
        }
        Recorded.waiter();
        Turns first = new Turns("renames", new PaysNaming(), 0.7);
        Turns second = new Turns("renames", new PaysNaming(), 0.7);
        if (Recorded.by(arguments).equals("pool")) {
            ForkJoinPool.commonPool().execute(first);
            ForkJoinPool.commonPool().execute(second);
            Recorded.record(arguments, () -> Recorded.sum(first, second));
        } else {
            Recorded.record(arguments, first, second);
        }
    }

    @Override
    public void run() {
        Thread self = Thread.currentThread();
        for (int i = 0; i < BATCH; i++) {
            self.setName(TEXTS[next++ & NAMES - 1]);
        }
    }
}
