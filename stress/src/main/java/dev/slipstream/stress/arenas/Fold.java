package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Folding of stripes back to one counter, as on detach, while users come and go. */
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
@Run(name = "FoldOfArena", actors = {"use", "fold"}, holds = Fold.class)
public final class Fold {
    private final Memory memory = new Memory();
    private final SharedArena arena = new SharedArena(memory);

    public Fold() {
        arena.acquire();
    }

    /** Leaves one more user. Stripes the arena here, not at its creation, since folds of other tests would undo that. */
    public void use() {
        Memory.stripe(arena);
        arena.acquire();
        arena.acquire();
        memory.use();
        arena.release();
    }

    /** Leaves one user fewer. */
    public void fold() {
        Pause.briefly();
        SharedArena.fold();
        arena.acquire();
        arena.release();
        arena.release();
    }

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        return memory.end(arena);
    }
}
