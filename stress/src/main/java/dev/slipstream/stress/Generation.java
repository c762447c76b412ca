package dev.slipstream.stress;

import java.util.function.BiFunction;

/** Of two shares one is out, and comes back, while another thread takes the other, or ends it all. */
public final class Generation {
    private static final int SHARES = 2;

    private final Memory memory = new Memory();
    private final Shared shares;

    public Generation(BiFunction<Integer, Runnable, Shared> kind) {
        shares = kind.apply(SHARES, memory);
        shares.take();
    }

    /** The one that is out. */
    public void giveBack() {
        Memory.dawdle();
        memory.use();
        shares.giveBack();
    }

    /** @return whether there was another one, which was used and given back */
    public String takeAndGiveBack() {
        Memory.dawdle();
        if (!shares.take()) {
            return "not taken";
        }
        memory.use();
        shares.giveBack();
        return "taken";
    }

    /** The other one is not to be had any more. */
    public void end() {
        Memory.dawdle();
        shares.end();
    }

    /** When both have ended. */
    public String afterwards() {
        return memory.end() + (shares.take() ? " and taken afterwards" : "");
    }
}
