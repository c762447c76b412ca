package dev.slipstream.stress.naming;

import dev.slipstream.runtime.naming.RealHandover;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two owners rename themselves several times while the publisher makes passes. Afterwards it makes one more. */
@Outcome(id = "last", expect = Expect.ACCEPTABLE, desc = "The last names were fetched, and a later one too.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A name was lost.")
@Run(actors = {"rename", "publish"},
        holds = RealHandover.class,
        broken = {BrokenHandover.ReadsTargetFirst.class, BrokenHandover.CountsAfterPush.class,
            BrokenHandover.CountsBeforeTarget.class})
public final class Renames {
    private static final String[] NAMES = {"a", "b", "c", "d"};
    private static final int PASSES_BEFORE_YIELD = 1_000;

    private final Handover handover;
    private volatile boolean ended;

    public Renames(Supplier<Handover> kind) {
        handover = kind.get();
        // Gives the first pass something to publish.
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            handover.rename(owner, "begin");
        }
    }

    /** Renames both owners on one thread, since three threads would not run in parallel on two processors. */
    public void rename() {
        for (String name : NAMES) {
            for (int owner = Handover.OWNERS - 1; owner >= 0; owner--) {
                Pause.upTo(16);
                handover.rename(owner, name);
            }
        }
        ended = true;
    }

    /** Makes passes until the owners have ended, since their last name counts. */
    public void publish() {
        for (int passes = 0; !ended; passes++) {
            if (passes > PASSES_BEFORE_YIELD) {
                Thread.yield();
            }
            handover.pass();
        }
    }

    /**
     * Returns the end state. Called after both actors.
     *
     * @return {@code last}; {@code older} if a last name was not fetched; {@code stuck} if a later one is not
     */
    public String afterwards() {
        handover.pass();
        if (!published(NAMES[NAMES.length - 1])) {
            return "older";
        }
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            handover.rename(owner, "later");
        }
        handover.pass();
        return published("later") ? "last" : "stuck";
    }

    private boolean published(String name) {
        for (int owner = 0; owner < Handover.OWNERS; owner++) {
            if (!name.equals(handover.published(owner))) {
                return false;
            }
        }
        return true;
    }

    /** Passing of two threads' names to a publisher. One thread calls the owners' methods, another the publisher's. */
    public interface Handover {
        /** The number of owners. */
        int OWNERS = 2;

        /** Leaves a name, as an owner. */
        void rename(int owner, String name);

        /** Takes all marks and fetches their names, as the publisher. */
        void pass();

        /** Returns the name of this owner that the publisher fetched last, or null. */
        String published(int owner);
    }

    /** A rename while the publisher falls asleep keeps it awake or wakes it. */
    @JCStressTest
    @Outcome(id = "found", expect = Expect.ACCEPTABLE, desc = "The name was found, before the sleep or after.")
    @Outcome(id = "overslept", expect = Expect.FORBIDDEN, desc = "The publisher slept on.")
    @State
    public static class FirstName {
        /** Much longer than a sleep that ends takes on a busy machine. */
        private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

        private final RealHandover handover = new RealHandover();

        @Actor
        public void publisher(L_Result result) {
            long start = System.nanoTime();
            boolean found = handover.await(PATIENCE);
            result.r1 = found && System.nanoTime() - start < PATIENCE ? "found" : "overslept";
        }

        @Actor
        public void owner() {
            handover.renameOne("first");
        }
    }

    /** A call, as at the end of a publisher, ends its sleep or prevents it. */
    @JCStressTest
    @Outcome(id = "heard", expect = Expect.ACCEPTABLE, desc = "The sleep ended, or did not begin.")
    @Outcome(id = "overslept", expect = Expect.FORBIDDEN, desc = "The publisher slept on.")
    @State
    public static class Call {
        private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

        private final RealHandover handover = new RealHandover();

        @Actor
        public void publisher(L_Result result) {
            result.r1 = handover.awaitCall(PATIENCE) ? "heard" : "overslept";
        }

        @Actor
        public void caller() {
            handover.call();
        }
    }
}
