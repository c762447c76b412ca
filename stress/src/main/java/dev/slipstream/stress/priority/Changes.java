package dev.slipstream.stress.priority;

import dev.slipstream.runtime.priority.RealSettling;
import dev.slipstream.stress.Pause;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two threads each set the priority of a third thread twice, and apply it each time. */
@Outcome(id = "the last", expect = Expect.ACCEPTABLE, desc = "The kernel has the last Java priority.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The kernel has an earlier one.")
public final class Changes {
    private final Kernel kernel = new Kernel();
    private final Applier applier;

    public Changes(Applier applier) {
        this.applier = applier;
    }

    /** Sets and applies two priorities, as one of the two threads. */
    public void change(int first, int second) {
        kernel.want(first);
        applier.apply(kernel);
        kernel.want(second);
        applier.apply(kernel);
    }

    /** Returns the end state. Called after both actors. */
    public String afterwards() {
        return kernel.end();
    }

    /** Sets a thread's native priority from its Java priority. */
    public interface Applier {
        /** Applies the priority. Called by the thread that changed the Java priority. */
        void apply(Kernel kernel);
    }

    /** Java priority and native priority of one thread. The system call takes time before and after its effect. */
    public static final class Kernel {
        private static final int SPINS = 8;

        private volatile int java;
        private volatile int applied;

        /** Returns the Java priority. */
        public int wanted() {
            return java;
        }

        /** Sets the Java priority, as {@code Thread.setPriority}. */
        public void want(int priority) {
            java = priority;
        }

        /** Sets the native priority, as the system call. */
        public void apply(int priority) {
            Pause.upTo(SPINS);
            applied = priority;
            Pause.upTo(SPINS);
        }

        /** Returns {@code the last} if the kernel has the last Java priority, else {@code another}. */
        public String end() {
            return applied == java ? "the last" : "another";
        }
    }

    /** Applies the wanted priority and does not look again: a slower thread overwrites a later priority. */
    static final class AppliesOnce implements Applier {
        @Override
        public void apply(Kernel kernel) {
            kernel.apply(kernel.wanted());
        }
    }

    /** In the end the kernel has the last Java priority, whichever thread was faster. */
    @JCStressTest
    @JCStressMeta(Changes.class)
    @State
    public static class LastPriority {
        private final Changes changes = new Changes(new RealSettling());

        @Actor
        public void one() {
            changes.change(1, 2);
        }

        @Actor
        public void other() {
            changes.change(3, 4);
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = changes.afterwards();
        }
    }

    /** Last priority with {@link AppliesOnce}. */
    @JCStressTest
    @JCStressMeta(Changes.class)
    @State
    public static class BrokenAppliesOnce {
        private final Changes changes = new Changes(new AppliesOnce());

        @Actor
        public void one() {
            changes.change(1, 2);
        }

        @Actor
        public void other() {
            changes.change(3, 4);
        }

        @Arbiter
        public void afterwards(L_Result result) {
            result.r1 = changes.afterwards();
        }
    }
}
