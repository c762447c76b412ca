package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** A lifetime has one user. It releases, after another user may have come and gone, while a thread requests a close once unused. */
@Outcome(id = "used, freed, freed 1", expect = Expect.ACCEPTABLE, desc = "All users had ended.")
@Outcome(id = "used, left, freed 1", expect = Expect.ACCEPTABLE, desc = "The last user has freed it.")
@Outcome(id = "unused, left, freed 1", expect = Expect.ACCEPTABLE, desc = "A late user was refused, and the first user freed it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Freed in use, or not once.")
@Run(actors = {"use", "close"}, holds = RealLifetime.class)
public final class LastUser {
    /** Upper limit of the pause, in spins: about as long as the other actor takes. */
    private static final int LONG = 64;

    private final Memory memory = new Memory();
    private final RealLifetime lifetime;

    public LastUser(Function<Runnable, RealLifetime> kind) {
        lifetime = kind.apply(memory);
        Memory.stripe(lifetime);
        lifetime.acquire();
    }

    /** {@return whether another one could still come} */
    public String use() {
        Pause.briefly();
        boolean acquired = lifetime.acquire();
        memory.use();
        if (acquired) {
            lifetime.release();
            memory.use();
        }
        lifetime.release();
        return acquired ? "used" : "unused";
    }

    /** {@return whether the memory is freed or left to the last user} */
    public String close() {
        Pause.upTo(LONG);
        return lifetime.closeWhenUnused() ? "freed" : "left";
    }

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        return memory.end() + (lifetime.acquire() ? " and acquired afterwards" : "");
    }
}
