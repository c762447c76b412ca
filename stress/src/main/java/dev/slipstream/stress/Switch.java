package dev.slipstream.stress;

import java.util.function.Function;

/** From one counter to stripes, while users come and go. */
public final class Switch {
    private final Memory memory = new Memory();
    private final Counted counted;

    public Switch(Function<Runnable, Counted> kind) {
        counted = kind.apply(memory);
        counted.acquire();
    }

    /** Leaves one more. */
    public void use() {
        Memory.dawdle();
        counted.acquire();
        counted.acquire();
        memory.use();
        counted.release();
    }

    /** Leaves one less, and all on stripes. */
    public void stripe() {
        Memory.dawdle();
        Memory.stripe(counted);
        counted.acquire();
        counted.release();
        counted.release();
    }

    /**
     * When both have ended.
     *
     * @return how many users there are, the outcome of a close when they have ended, and what became of the memory
     */
    public String afterwards() {
        return memory.end(counted);
    }
}
