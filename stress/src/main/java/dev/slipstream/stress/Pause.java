package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;

/** Random pauses of an actor, so that actors interleave in every way. */
public final class Pause {
    private static final int BRIEF = 32;

    /** Spins that take longer than a handshake of all threads. */
    private static final int HANDSHAKE = 2_048;

    private Pause() {}

    /** Spins a few times, or not at all. */
    public static void briefly() {
        upTo(BRIEF);
    }

    /** Spins for long enough that another actor may perform a whole handshake meanwhile, or not at all. */
    public static void forAHandshake() {
        upTo(HANDSHAKE);
    }

    /**
     * Spins less often than a number, or not at all.
     *
     * @param most exclusive upper limit of the number of spins
     */
    public static void upTo(int most) {
        for (int spins = ThreadLocalRandom.current().nextInt(most); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
