package dev.slipstream.stress.broken;

import dev.slipstream.stress.Shared;
import java.util.concurrent.atomic.AtomicLong;

/** A step changes both numbers at once, but looks only afterwards what came of it, which may be another thread's doing. */
final class LooksAfterwards implements Shared {
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
