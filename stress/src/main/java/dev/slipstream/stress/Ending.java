package dev.slipstream.stress;

import java.util.function.Function;

/** One closes, while another uses it, and closes as well: in use, which must be refused, and afterwards. */
public final class Ending {
    /** About as long as the other takes. */
    private static final int LONG = 128;

    private final Memory memory = new Memory();
    private final Counted counted;

    public Ending(Function<Runnable, Counted> kind) {
        counted = memory.onStripes(kind);
    }

    /** Closes it once. */
    public String close() {
        Memory.dawdle(LONG);
        return closed();
    }

    /** Uses it, if it is not closed, and closes it. */
    public String useAndClose() {
        Memory.dawdle();
        if (!counted.acquire()) {
            return "unused " + closed();
        }
        memory.use();
        String inUse = closed();
        memory.use();
        counted.release();
        return "used " + inUse + " " + closed();
    }

    private String closed() {
        long users = counted.close();
        if (users == Counted.CLOSED_BEFORE) {
            return "before";
        }
        return users == 0 ? "closed" : "refused:" + users;
    }

    /** When both have ended. */
    public String afterwards() {
        return memory.end() + (counted.acquire() ? " and acquired afterwards" : "");
    }
}
