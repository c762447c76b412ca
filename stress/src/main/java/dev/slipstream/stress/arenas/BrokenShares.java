package dev.slipstream.stress.arenas;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Shares each of which has one step wrong. */
final class BrokenShares {
    private BrokenShares() {}

    /** A share is taken and then counted as taken: a thread that gives one back in between sees neither, and frees. */
    static final class TakesInTwoSteps implements Generation.Shared {
        private final AtomicInteger left;
        private final AtomicInteger out = new AtomicInteger();
        private final Runnable free;

        TakesInTwoSteps(int count, Runnable free) {
            left = new AtomicInteger(count);
            this.free = free;
        }

        @Override
        public boolean take() {
            if (left.getAndUpdate(seen -> Math.max(seen - 1, 0)) == 0) {
                return false;
            }
            out.getAndIncrement();
            return true;
        }

        @Override
        public void giveBack() {
            if (out.decrementAndGet() == 0 && left.get() == 0) {
                free.run();
            }
        }

        @Override
        public void end() {
            if (left.getAndSet(0) > 0 && out.get() == 0) {
                free.run();
            }
        }
    }

    /** A step changes both numbers at once, but reads the result afterwards, when another thread may have changed it. */
    static final class LooksAfterwards implements Generation.Shared {
        private static final long TO_BE_HAD = 1L << 32;
        private static final long OUT = TO_BE_HAD - 1;

        private final AtomicLong word;
        private final Runnable free;

        LooksAfterwards(int count, Runnable free) {
            word = new AtomicLong(count * TO_BE_HAD);
            this.free = free;
        }

        @Override
        public boolean take() {
            return word.getAndUpdate(seen -> seen < TO_BE_HAD ? seen : seen - TO_BE_HAD + 1) >= TO_BE_HAD;
        }

        @Override
        public void giveBack() {
            word.getAndDecrement();
            freeIfUnused();
        }

        @Override
        public void end() {
            word.getAndUpdate(seen -> seen & OUT);
            freeIfUnused();
        }

        private void freeIfUnused() {
            if (word.get() == 0) {
                free.run();
            }
        }
    }
}
