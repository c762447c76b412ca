package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;

/** Two owners rename themselves, a few times in turn, while the publisher makes its passes. Afterwards it makes one more. */
public final class Renames {
    private static final String[] NAMES = {"a", "b", "c", "d"};
    private static final int PASSES_BEFORE_YIELD = 1_000;

    private final Handover handover;
    private volatile boolean ended;

    public Renames(Handover handover) {
        this.handover = handover;
        // Something for the first pass.
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            handover.rename(owner, "begin");
        }
    }

    /** One thread for both owners, since more would not run at the same time on a machine with two processors. */
    public void rename() {
        for (String name : NAMES) {
            for (int owner = Handover.OWNERS - 1; owner >= 0; owner--) {
                dawdle();
                handover.rename(owner, name);
            }
        }
        ended = true;
    }

    /** Until the owners have ended, since it is their last name that counts. */
    public void publish() {
        for (int passes = 0; !ended; passes++) {
            if (passes > PASSES_BEFORE_YIELD) {
                Thread.yield();
            }
            handover.pass();
        }
    }

    /**
     * When both have ended.
     *
     * @return {@code last}; {@code older} if a last name was not fetched; {@code stuck} if a later one is not
     */
    public String afterwards() {
        handover.pass();
        if (!published(NAMES[NAMES.length - 1])) {
            return "older";
        }
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            handover.rename(owner, "later");
        }
        handover.pass();
        return published("later") ? "last" : "stuck";
    }

    private boolean published(String name) {
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            if (!name.equals(handover.published(owner))) {
                return false;
            }
        }
        return true;
    }

    private static void dawdle() {
        for (int spins = ThreadLocalRandom.current().nextInt(16); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
