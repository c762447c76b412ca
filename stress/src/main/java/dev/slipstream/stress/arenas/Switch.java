package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Switch from one counter to stripes while users come and go. */
@Outcome(id = "1 0 freed 1", expect = Expect.ACCEPTABLE, desc = "One was left, and then it could be closed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The count is not what it was.")
@Run(actors = {"use", "stripe"},
        holds = {RealLifetime.class, SharedArena.class},
        broken = BrokenLifetime.SwitchDropsUsers.class)
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
}
