package dev.slipstream.stress.priority;

import dev.slipstream.runtime.priority.RealSettling;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Two threads each set the priority of a third thread twice, and apply it each time. */
@Outcome(id = "the last", expect = Expect.ACCEPTABLE, desc = "The kernel has the last Java priority.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The kernel has an earlier one.")
@Run(actors = {"one", "other"}, holds = RealSettling.class, broken = Changes.AppliesOnce.class)
public final class Changes {
    private final Kernel kernel = new Kernel();
    private final Applier applier;

    public Changes(Supplier<Applier> kind) {
        applier = kind.get();
    }

    void one() {
        change(1, 2);
    }

    void other() {
        change(3, 4);
    }

    /** Sets and applies two priorities, as one of the two threads. */
    private void change(int first, int second) {
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
}
