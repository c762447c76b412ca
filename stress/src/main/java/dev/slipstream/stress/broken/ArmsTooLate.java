package dev.slipstream.stress.broken;

import dev.slipstream.stress.Bell;
import java.util.concurrent.locks.LockSupport;

/** Every sleep arms the bell itself: a ring between {@link #arm} and the sleep is forgotten. */
final class ArmsTooLate implements Bell {
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
            LockSupport.unpark(sleeper);
        }
    }

    @Override
    public boolean sleep(long nanos) {
        armed = true;
        LockSupport.parkNanos(nanos);
        return !armed;
    }

    @Override
    public boolean armed() {
        return armed;
    }
}
