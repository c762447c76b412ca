package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** One thread closes a counted resource. Another uses it, closes it in use, which must be refused, and closes it afterwards. */
@Outcome(id = "closed, unused before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed before any use.")
@Outcome(id = "refused:1, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Refused, and closed by the user.")
@Outcome(id = "closed, used refused:1 before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed after the user.")
@Outcome(id = "before, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed by the user, and once only.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order of the steps explains that.")
@Run(actors = {"close", "useAndClose"},
        holds = {RealLifetime.class, OwnedGate.class, SharedArena.class},
        broken = {BrokenLifetime.SumsUnsealed.class, BrokenLifetime.AddsToSealed.class,
            OwnedGate.DoesNotAskOwner.class, OwnedGate.DoesNotLookAgain.class, OwnedGate.OpensSealed.class})
public final class Ending {
    /** Upper limit of the pause, in spins: about as long as the other actor takes. */
    private static final int LONG = 128;

    private final Memory memory = new Memory();
    private final Counted counted;

    public Ending(Function<Runnable, Counted> kind) {
        counted = memory.onStripes(kind);
    }

    /** Closes the resource once. */
    public String close() {
        Pause.upTo(LONG);
        return closed();
    }

    /** Uses the resource unless it is closed, and closes it. */
    public String useAndClose() {
        Pause.briefly();
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

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        return memory.end() + (counted.acquire() ? " and acquired afterwards" : "");
    }
}
