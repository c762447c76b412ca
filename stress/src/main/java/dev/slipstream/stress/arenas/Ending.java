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
import org.openjdk.jcstress.infra.results.LLL_Result;

/** One thread closes a counted resource. Another uses it, closes it in use, which must be refused, and closes it afterwards. */
@Outcome(id = "closed, unused before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed before any use.")
@Outcome(id = "refused:1, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Refused, and closed by the user.")
@Outcome(id = "closed, used refused:1 before, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed after the user.")
@Outcome(id = "before, used refused:1 closed, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed by the user, and once only.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order of the steps explains that.")
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

    /** A lifetime is closed once, never in use, and a late acquire fails. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class OfLifetime {
        private final Ending ending = new Ending(RealLifetime::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** A lifetime whose owner counts beside its stripe is closed once, never in use, and a late acquire fails. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class OfOwnedGate {
        private final Ending ending = new Ending(OwnedGate::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** A striped shared arena is closed once, never in use, and a late acquire fails. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class OfArena {
        private final Ending ending = new Ending(SharedArena::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** Ending with {@link BrokenLifetime.SumsUnsealed}. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class BrokenSumsUnsealed {
        private final Ending ending = new Ending(BrokenLifetime.SumsUnsealed::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** Ending with {@link BrokenLifetime.AddsToSealed}. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class BrokenAddsToSealed {
        private final Ending ending = new Ending(BrokenLifetime.AddsToSealed::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** Ending with {@link OwnedGate.DoesNotAskOwner}. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class BrokenDoesNotAskOwner {
        private final Ending ending = new Ending(OwnedGate.DoesNotAskOwner::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** Ending with {@link OwnedGate.DoesNotLookAgain}. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class BrokenDoesNotLookAgain {
        private final Ending ending = new Ending(OwnedGate.DoesNotLookAgain::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }

    /** Ending with {@link OwnedGate.OpensSealed}. */
    @JCStressTest
    @JCStressMeta(Ending.class)
    @State
    public static class BrokenOpensSealed {
        private final Ending ending = new Ending(OwnedGate.OpensSealed::new);

        @Actor
        public void closer(LLL_Result result) {
            result.r1 = ending.close();
        }

        @Actor
        public void user(LLL_Result result) {
            result.r2 = ending.useAndClose();
        }

        @Arbiter
        public void afterwards(LLL_Result result) {
            result.r3 = ending.afterwards();
        }
    }
}
