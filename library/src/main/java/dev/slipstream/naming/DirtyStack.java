package dev.slipstream.naming;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * The marks that the publisher, one thread, has to look at: a Treiber stack. Any thread may push, and a mark may be here several
 * times; the publisher takes all entries at once. After {@link #close} no push succeeds.
 *
 * <p>Argument. A push changes {@code top} by compare-and-set and then reads {@code asleep}; the publisher writes {@code asleep} and
 * then reads {@code top}. All of it is volatile, so at least one of them sees the other: the publisher does not park, or is
 * unparked. It stays {@code asleep} until it is awake, so where a thread was stopped between its push and the unpark, the next push
 * wakes it.
 *
 * <p>Happens-before: what a thread did before its push comes before what the publisher does after it has taken that entry.
 */
final class DirtyStack {
    private static final Entry CLOSED = new Entry(null);
    private static final AtomicReferenceFieldUpdater<DirtyStack, Entry> TOP =
            AtomicReferenceFieldUpdater.newUpdater(DirtyStack.class, Entry.class, "top");

    private volatile Entry top;
    private volatile boolean asleep;
    private volatile boolean called;
    private volatile Thread publisher;

    /** A mark's place on the stack. */
    static final class Entry {
        final Mark mark;

        /** Written before the entry is on the stack. */
        private Entry next;

        private Entry(Mark mark) {
            this.mark = mark;
        }

        /** For the publisher. */
        Entry next() {
            return next;
        }
    }

    /** Says who is to be woken; before the first sleep. */
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

    /** Takes all entries, the last one first; null if there are none. The publisher only. */
    Entry take() {
        return top == null ? null : TOP.getAndSet(this, null);
    }

    /**
     * Sleeps until something is pushed, somebody calls {@link #wake}, also if that came a little earlier, or the thread is
     * interrupted, which it stays. The publisher only.
     *
     * @param nanos at most that long, {@link Long#MAX_VALUE} for ever
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
     * Ends the publisher's sleep or keeps the next one from beginning. Any thread. What it did before, the publisher sees after
     * its sleep: either it reads that it was called, or it takes the call away, and only then looks at what the caller did.
     */
    void wake() {
        called = true;
        LockSupport.unpark(publisher);
    }

    /** Takes all entries and lets no more come. The publisher only. */
    Entry close() {
        return TOP.getAndSet(this, CLOSED);
    }
}
