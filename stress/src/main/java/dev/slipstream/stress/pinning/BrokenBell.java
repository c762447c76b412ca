package dev.slipstream.stress.pinning;

import java.util.concurrent.locks.LockSupport;

/** A bell without its protocol; each subclass has one step wrong. */
abstract class BrokenBell implements SleeperScenario.Bell {
    volatile boolean armed;
    volatile Thread sleeper;

    @Override
    public final void arm() {
        armed = true;
    }

    @Override
    public final void setSleeper(Thread thread) {
        sleeper = thread;
    }

    @Override
    public final boolean armed() {
        return armed;
    }

    /** Every sleep arms the bell itself: a ring between {@link #arm} and the sleep is lost. */
    static final class ArmsTooLate extends BrokenBell {
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
    }

    /** A ring unparks before it disarms: the sleeper finds the bell armed, and sleeps on. */
    static final class UnparksTooEarly extends BrokenBell {
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
    }

    /** A ring does not unpark a running sleeper, which may be about to park. */
    static final class UnparksOnlyWhoWaits extends BrokenBell {
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
    }
}
