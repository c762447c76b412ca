package dev.slipstream.stress.arenas;

import dev.slipstream.arenas.RealShares;
import dev.slipstream.stress.Pause;
import java.util.function.BiFunction;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** One of two shares is taken and comes back, while another thread takes the second share or ends them all. */
public final class Generation {
    private static final int SHARES = 2;

    private final Memory memory = new Memory();
    private final Shared shares;

    public Generation(BiFunction<Integer, Runnable, Shared> kind) {
        shares = kind.apply(SHARES, memory);
        shares.take();
    }

    /** Gives the taken share back. */
    public void giveBack() {
        Pause.briefly();
        memory.use();
        shares.giveBack();
    }

    /** {@return whether there was another one, which was used and given back} */
    public String takeAndGiveBack() {
        Pause.briefly();
        if (!shares.take()) {
            return "not taken";
        }
        memory.use();
        shares.giveBack();
        return "taken";
    }

    /** Ends the shares: the second one can no longer be taken. */
    public void end() {
        Pause.briefly();
        shares.end();
    }

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        return memory.end() + (shares.take() ? " and taken afterwards" : "");
    }

    /** Fixed number of shares of a resource, which is freed when none can be taken and all are back. */
    public interface Shared {
        /** {@return false if there are no more} */
        boolean take();

        /** Gives back a taken share. */
        void giveBack();

        /** Ends the shares: none can be taken from now on. */
        void end();
    }

    /** A member is closed while the last member of its generation is opened and closed. */
    @JCStressTest
    @Outcome(id = "taken, freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when both were back.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once.")
    @State
    public static class LastMember {
        private final Generation generation = new Generation(RealShares::new);

        @Actor
        public void one() {
            generation.giveBack();
        }

        @Actor
        public void other(LL_Result result) {
            result.r1 = generation.takeAndGiveBack();
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = generation.afterwards();
        }
    }

    /** A member is closed while its group is closed. */
    @JCStressTest
    @Outcome(id = "freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when the one that was out was back.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once.")
    @State
    public static class End {
        private final Generation generation = new Generation(RealShares::new);

        @Actor
        public void one() {
            generation.giveBack();
        }

        @Actor
        public void closer() {
            generation.end();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = generation.afterwards();
        }
    }

    /** Last member with {@link BrokenShares.TakesInTwoSteps}. */
    @JCStressTest
    @Outcome(id = "taken, freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when both were back.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once.")
    @State
    public static class BrokenTakesInTwoSteps {
        private final Generation generation = new Generation(BrokenShares.TakesInTwoSteps::new);

        @Actor
        public void one() {
            generation.giveBack();
        }

        @Actor
        public void other(LL_Result result) {
            result.r1 = generation.takeAndGiveBack();
        }

        @Arbiter
        public void afterwards(LL_Result result) {
            result.r2 = generation.afterwards();
        }
    }

    /** End with {@link BrokenShares.LooksAfterwards}. */
    @JCStressTest
    @Outcome(id = "freed 1", expect = Expect.ACCEPTABLE, desc = "Freed when the one that was out was back.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Freed too early, or not once.")
    @State
    public static class BrokenLooksAfterwards {
        private final Generation generation = new Generation(BrokenShares.LooksAfterwards::new);

        @Actor
        public void one() {
            generation.giveBack();
        }

        @Actor
        public void closer() {
            generation.end();
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = generation.afterwards();
        }
    }
}
