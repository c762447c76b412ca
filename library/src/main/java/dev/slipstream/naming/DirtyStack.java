package dev.slipstream.naming;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * The marks that the publisher, one thread, has to look at. Any thread may push; the publisher takes all of them at once, so a
 * mark that comes back in the meantime does no harm. Whether the publisher sleeps, and whether it is gone, is said by the same
 * field, so there is no gap between looking at one and at the other: the push that finds it asleep wakes it, and only that one;
 * after {@link #close} none succeeds.
 *
 * <p>Happens-before: what a thread did before its push, by compare-and-set, comes before what the publisher does after it has
 * taken that mark.
 */
final class DirtyStack {
    private static final Mark SLEEPING = new Mark();
    private static final Mark CLOSED = new Mark();
    private static final AtomicReferenceFieldUpdater<DirtyStack, Mark> TOP =
            AtomicReferenceFieldUpdater.newUpdater(DirtyStack.class, Mark.class, "top");

    private volatile Mark top;
    private volatile boolean called;
    private volatile Thread publisher;

    /** Says who is to be woken; before the first sleep. */
    void setPublisher(Thread thread) {
        publisher = thread;
    }

    /**
     * Adds a mark that is not here.
     *
     * @return false if the stack is closed
     */
    boolean push(Mark mark) {
        while (true) {
            Mark seen = top;
            if (seen == CLOSED) {
                return false;
            }
            mark.next = seen == SLEEPING ? null : seen;
            if (TOP.compareAndSet(this, seen, mark)) {
                if (seen == SLEEPING) {
                    LockSupport.unpark(publisher);
                }
                return true;
            }
        }
    }

    /** Takes all marks, the last one first, linked by {@link Mark#next}; null if there are none. The publisher only, awake. */
    Mark take() {
        return top == null ? null : TOP.getAndSet(this, null);
    }

    /**
     * Sleeps until something is pushed, somebody calls {@link #wake}, also if that came a little earlier, or the thread is
     * interrupted, which it stays. The publisher only.
     *
     * @param nanos at most that long, {@link Long#MAX_VALUE} for ever
     */
    void sleep(long nanos) {
        if (!TOP.compareAndSet(this, null, SLEEPING)) {
            return;
        }
        long start = System.nanoTime();
        long left = nanos;
        while (top == SLEEPING && !called && left > 0 && !Thread.currentThread().isInterrupted()) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
                left = nanos - (System.nanoTime() - start);
            }
        }
        TOP.compareAndSet(this, SLEEPING, null);
        called = false;
    }

    /**
     * Ends the publisher's sleep or keeps the next one from beginning. Any thread. What it did before, the publisher sees after
     * its sleep: either it reads that it was called, or it takes the call away, and only then looks at what the caller did.
     */
    void wake() {
        called = true;
        LockSupport.unpark(publisher);
    }

    /** Takes all marks and lets no more come. The publisher only. */
    Mark close() {
        Mark all = TOP.getAndSet(this, CLOSED);
        return all == SLEEPING ? null : all;
    }
}
