package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Folding of stripes back to one counter, as on detach, while users come and go. */
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
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

    /** A shared arena in use is folded back to one counter. */
    @JCStressTest
    @JCStressMeta(Fold.class)
    @State
    public static class OfArena {
        private final Fold back = new Fold();

        @Actor
        public void user() {
            back.use();
        }

        @Actor
        public void other() {
            back.fold();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = back.afterwards();
        }
    }
}
