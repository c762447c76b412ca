package dev.slipstream.stress.broken;

import dev.slipstream.stress.Bell;
import java.util.concurrent.locks.LockSupport;

/** A ring unparks before it says why: the sleeper finds the bell still armed, and sleeps on. */
final class UnparksTooEarly implements Bell {
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
            LockSupport.unpark(sleeper);
            armed = false;
        }
    }

    @Override
    public boolean sleep(long nanos) {
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
