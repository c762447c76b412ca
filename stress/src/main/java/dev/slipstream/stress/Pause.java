package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;

/** Random pauses of an actor, so that actors interleave in every way. */
public final class Pause {
    private static final int BRIEF = 32;

    private Pause() {
    }

    /** Spins a few times, or not at all. */
    public static void briefly() {
        upTo(BRIEF);
    }

    /** @param most exclusive upper limit of the number of spins */
    public static void upTo(int most) {
        for (int spins = ThreadLocalRandom.current().nextInt(most); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
