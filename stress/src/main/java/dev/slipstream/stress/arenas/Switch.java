package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Pause;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Switch from one counter to stripes while users come and go. */
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
public final class Switch {
    private final Memory memory = new Memory();
    private final Counted counted;

    public Switch(Function<Runnable, Counted> kind) {
        counted = kind.apply(memory);
        counted.acquire();
    }

    /** Leaves one more user. */
    public void use() {
        Pause.briefly();
        counted.acquire();
        counted.acquire();
        memory.use();
        counted.release();
    }

    /** Leaves one user fewer, and all users on stripes. */
    public void stripe() {
        Pause.briefly();
        Memory.stripe(counted);
        counted.acquire();
        counted.release();
        counted.release();
    }

    /**
     * Returns the end state. Called after both actors.
     *
     * @return the number of users, the result of a close after their release, and the state of the memory
     */
    public String afterwards() {
        return memory.end(counted);
    }

    /** A lifetime in use is put on stripes. */
    @JCStressTest
    @JCStressMeta(Switch.class)
    @State
    public static class OfLifetime {
        private final Switch change = new Switch(RealLifetime::new);

        @Actor
        public void user() {
            change.use();
        }

        @Actor
        public void other() {
            change.stripe();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = change.afterwards();
        }
    }

    /** A shared arena in use is put on stripes. */
    @JCStressTest
    @JCStressMeta(Switch.class)
    @State
    public static class OfArena {
        private final Switch change = new Switch(SharedArena::new);

        @Actor
        public void user() {
            change.use();
        }

        @Actor
        public void other() {
            change.stripe();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = change.afterwards();
        }
    }

    /** Switch with {@link BrokenLifetime.SwitchDropsUsers}. */
    @JCStressTest
    @JCStressMeta(Switch.class)
    @State
    public static class BrokenSwitchDropsUsers {
        private final Switch change = new Switch(BrokenLifetime.SwitchDropsUsers::new);

        @Actor
        public void user() {
            change.use();
        }

        @Actor
        public void other() {
            change.stripe();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = change.afterwards();
        }
    }
}
