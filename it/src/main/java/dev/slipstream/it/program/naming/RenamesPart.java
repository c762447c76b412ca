package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.Turns;

/**
 * Renames threads for a part of the time, until the process ends. Arguments: the part, from 0 to 1, and {@code computes} or {@code
 * sleeps} for the rest of the time: a thread for each processor, or one thread alone, which renames itself once in a second.
 */
public final class RenamesPart {
    private static final int NAMES = 64;
    private static final int BATCH = 10;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final String[] TEXTS = new String[NAMES];

    private int next;

    private RenamesPart() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < NAMES; i++) {
            TEXTS[i] = "select * from t" + i + " where id = 4711";
        }
        double part = Double.parseDouble(arguments[0]);
        if (arguments[1].equals("computes")) {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                new Turns("works", part == 0 ? null : new RenamesPart()::rename, part).start();
            }
        }
        System.out.println("ready");
        RenamesPart alone = new RenamesPart();
        while (true) {
            long begin = System.nanoTime();
            while (arguments[1].equals("sleeps") && System.nanoTime() - begin < part * SECOND_NANOS) {
                alone.rename();
            }
            Thread.sleep(Math.max(1, (SECOND_NANOS - (System.nanoTime() - begin)) / 1_000_000));
        }
    }

    private void rename() {
        for (int i = 0; i < BATCH; i++) {
            Thread.currentThread().setName(TEXTS[next++ & NAMES - 1]);
        }
    }
}
