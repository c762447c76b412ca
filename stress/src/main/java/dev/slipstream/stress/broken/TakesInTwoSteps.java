package dev.slipstream.stress.broken;

import dev.slipstream.stress.Shared;
import java.util.concurrent.atomic.AtomicInteger;

/** A share is taken, and then counted as being out: who gives one back in between finds neither, and frees. */
final class TakesInTwoSteps implements Shared {
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
