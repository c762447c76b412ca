package dev.slipstream.runtime.naming;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * Treiber stack of the marks that the publisher, one thread, has to visit. Any thread may push, and a mark may be on the stack
 * several times. The publisher takes all entries at once. After {@link #close} no push succeeds.
 *
 * <p>Argument. A push changes {@code top} by CAS and then reads {@code asleep}; the publisher writes {@code asleep} and then reads
 * {@code top}. All accesses are volatile, so at least one of the two sees the other's write: the publisher does not park, or is
 * unparked. {@code asleep} stays set until the publisher is awake, so if a thread is stopped between its push and the unpark, the
 * next push wakes the publisher.
 *
 * <p>Happens-before: what a thread does before a push happens-before what the publisher does after it has taken that entry.
 */
final class DirtyStack {
    private static final Entry CLOSED = new Entry(null);
    private static final AtomicReferenceFieldUpdater<DirtyStack, Entry> TOP =
            AtomicReferenceFieldUpdater.newUpdater(DirtyStack.class, Entry.class, "top");

    private volatile Entry top;
    private volatile boolean asleep;
    private volatile boolean called;
    private volatile Thread publisher;

    static final class Entry {
        final Mark mark;

        /** Written before the CAS that publishes the entry. */
        private Entry next;

        private Entry(Mark mark) {
            this.mark = mark;
        }

        /** Returns the next entry, or null. For the publisher only. */
        Entry next() {
            return next;
        }
    }

    /** Sets the thread to wake. Must be called before the first sleep. */
    void setPublisher(Thread thread) {
        publisher = thread;
    }

    /**
     * Adds a mark.
     *
     * @return false if the stack is closed
     */
    boolean push(Mark mark) {
        Entry entry = new Entry(mark);
        Entry seen;
        do {
            seen = top;
            if (seen == CLOSED) {
                return false;
            }
            entry.next = seen;
        } while (!TOP.compareAndSet(this, seen, entry));
        if (asleep) {
            LockSupport.unpark(publisher);
        }
        return true;
    }

    /** Takes all entries, the last one first; returns null if there are none. For the publisher only. */
    Entry take() {
        return top == null ? null : TOP.getAndSet(this, null);
    }

    /**
     * Sleeps until a mark is pushed, {@link #wake} is called (or was called since the last sleep), or the thread is interrupted,
     * which it stays. For the publisher only.
     *
     * @param nanos maximum duration in nanoseconds; {@link Long#MAX_VALUE} for no limit
     */
    void sleep(long nanos) {
        long start = System.nanoTime();
        long left = nanos;
        asleep = true;
        while (top == null && !called && left > 0 && !Thread.currentThread().isInterrupted()) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
                left = nanos - (System.nanoTime() - start);
            }
        }
        asleep = false;
        called = false;
    }

    /**
     * Ends the publisher's sleep or keeps the next one from beginning. For any thread. The publisher sees after its sleep what the
     * caller did before: it either reads {@code called} as true, or clears it, and only then looks at what the caller did.
     */
    void wake() {
        called = true;
        LockSupport.unpark(publisher);
    }

    /** Takes all entries and admits no more. For the publisher only. */
    Entry close() {
        return TOP.getAndSet(this, CLOSED);
    }
}
