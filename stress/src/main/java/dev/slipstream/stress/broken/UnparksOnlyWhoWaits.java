package dev.slipstream.stress.broken;

import dev.slipstream.stress.Bell;
import java.util.concurrent.locks.LockSupport;

/** A ring spares itself the unpark of a sleeper that runs; but that one may be about to park. */
final class UnparksOnlyWhoWaits implements Bell {
    private volatile boolean armed;
    private volatile Thread sleeper;

    @Override
    public void arm() {
        armed = true;
    }

    @Override
    public void setSleeper(Thread thread) {
        sleeper = thread;
    }

    @Override
    public void ring() {
        if (armed) {
            armed = false;
            if (sleeper.getState() != Thread.State.RUNNABLE) {
                LockSupport.unpark(sleeper);
            }
        }
    }

    @Override
    public boolean sleep(long nanos) {
        if (nanos != Long.MAX_VALUE) {
            armed = true;
        }
        if (armed) {
            LockSupport.parkNanos(nanos);
        }
        return !armed;
    }

    @Override
    public boolean armed() {
        return armed;
    }
}
