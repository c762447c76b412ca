package dev.slipstream.stress;

/** From stripes back to one counter, as when the agent takes itself back, while users come and go. */
public final class Fold {
    private final Memory memory = new Memory();
    private final SharedArena arena = new SharedArena(memory);

    public Fold() {
        arena.acquire();
    }

    /** Leaves one more. On stripes here, and not when they are made, since others' folds would undo that. */
    public void use() {
        Memory.stripe(arena);
        arena.acquire();
        arena.acquire();
        memory.use();
        arena.release();
    }

    /** Leaves one less. */
    public void fold() {
        Memory.dawdle();
        SharedArena.fold();
        arena.acquire();
        arena.release();
        arena.release();
    }

    /** As {@link Switch#afterwards}. */
    public String afterwards() {
        return memory.end(arena);
    }
}
