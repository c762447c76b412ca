package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealLifetime;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/**
 * Every close is refused, since there are always users, and must have no effect: every acquire succeeds, the count stays exact, and
 * the resource can be closed once it is unused.
 */
@Outcome(id = "exact, refused, freed 1", expect = Expect.ACCEPTABLE, desc = "Nothing came of what was refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Closed in use, or some of the count was lost.")
@Run(actors = {"use", "close"},
        holds = {RealLifetime.class, OwnedGate.class, SharedArena.class},
        broken = {BrokenLifetime.RefusesWhileSealed.class, BrokenLifetime.OpensBeforeRestoring.class})
public final class Refusal {
    private static final int AT_FIRST = 2;
    private static final int CLOSES = 3;

    private final Memory memory = new Memory();
    private final Counted counted;

    public Refusal(Function<Runnable, Counted> kind) {
        counted = memory.onStripes(kind);
        for (int i = 0; i < AT_FIRST; i++) {
            counted.acquire();
        }
    }

    /**
     * Acquires and releases, also for an acquire of another thread. There are between one and three users at any time. No other
     * thread acquires or releases, so the reported counts are exact.
     *
     * @return {@code exact}, or what was not
     */
    @SuppressWarnings("IdentityBinaryExpression")
    public String use() {
        for (int i = 0; i < 2; i++) {
            Pause.briefly();
            if (!counted.acquire()) {
                return "not acquired";
            }
            memory.use();
            counted.release();
        }
        counted.release();
        String one = closing(AT_FIRST - 1, AT_FIRST - 1);
        if (!counted.acquire() || !counted.acquire()) {
            return "not acquired";
        }
        String three = closing(AT_FIRST + 1, AT_FIRST + 1);
        counted.release();
        return one.isEmpty() && three.isEmpty() ? "exact" : one + three;
    }

    /** {@return {@code refused}, or what happened instead} */
    public String close() {
        StringBuilder wrong = new StringBuilder();
        for (int i = 0; i < CLOSES; i++) {
            Pause.briefly();
            wrong.append(closing(AT_FIRST - 1, AT_FIRST + 1));
        }
        return wrong.isEmpty() ? "refused" : wrong.toString();
    }

    private String closing(int fewest, int most) {
        long users = counted.close();
        return users >= fewest && users <= most ? "" : users + " users ";
    }

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        String wrong = closing(AT_FIRST, AT_FIRST);
        for (int i = 0; i < AT_FIRST; i++) {
            counted.release();
        }
        return wrong + closing(0, 0) + memory.end();
    }
}
