package dev.slipstream.stress.engine;

import dev.slipstream.runtime.threads.Recall;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** A call that comes while the called thread ends. */
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One more thread was started.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The call was lost, or started two.")
@Run(actors = {"call", "end"},
        holds = Calls.Real.class, broken = {Calls.PreparesLast.class, Calls.StartsFirst.class})
public final class Calls {
    private static final int SPINS = 64;

    private final AtomicInteger starts = new AtomicInteger();

    /** The start of the thread that is about to end. */
    private boolean isFirst = true;
    private final Ended ended;

    Calls(Function<Supplier<BooleanSupplier>, Ended> kind) {
        ended = kind.apply(this::prepared);
    }

    /** Returns the start of one thread, once. */
    private BooleanSupplier prepared() {
        AtomicBoolean started = new AtomicBoolean(isFirst);
        isFirst = false;
        Pause.upTo(SPINS);
        return () -> {
            boolean starting = started.compareAndSet(false, true);
            if (starting) {
                starts.getAndIncrement();
            }
            return starting;
        };
    }

    /** Calls the thread. */
    void call() {
        ended.call();
    }

    /** Ends the thread. */
    void end() {
        ended.end();
    }

    /** Returns the number of threads started. Called after both actors. */
    int afterwards() {
        return starts.get();
    }

    /** A thread that is about to end. */
    interface Ended {
        void call();

        void end();
    }

    /** The library's own. */
    static final class Real implements Ended {
        private final Recall recall;

        Real(Supplier<BooleanSupplier> launches) {
            recall = new Recall(Long.MAX_VALUE / 4, launches);
            recall.prepare();
        }

        @Override
        public void call() {
            recall.call();
        }

        @Override
        public void end() {
            recall.end();
        }
    }

    /** Reads whether there was a call before it prepares the next thread: a call in between finds the former one. */
    static final class PreparesLast implements Ended {
        private final Supplier<BooleanSupplier> launches;
        private volatile boolean called;
        private volatile BooleanSupplier next;

        PreparesLast(Supplier<BooleanSupplier> launches) {
            this.launches = launches;
            next = launches.get();
        }

        @Override
        public void call() {
            called = true;
            next.getAsBoolean();
        }

        @Override
        public void end() {
            boolean again = called;
            next = launches.get();
            if (again) {
                next.getAsBoolean();
            }
        }
    }

    /** A call starts the next thread before it is seen: one that finds the former thread is not seen by the ending one. */
    static final class StartsFirst implements Ended {
        private final Supplier<BooleanSupplier> launches;
        private volatile boolean called;
        private volatile BooleanSupplier next;

        StartsFirst(Supplier<BooleanSupplier> launches) {
            this.launches = launches;
            next = launches.get();
        }

        @Override
        public void call() {
            next.getAsBoolean();
            Pause.upTo(SPINS);
            called = true;
        }

        @Override
        public void end() {
            next = launches.get();
            if (called) {
                next.getAsBoolean();
            }
        }
    }
}
