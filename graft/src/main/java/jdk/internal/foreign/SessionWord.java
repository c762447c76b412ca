package jdk.internal.foreign;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A session's <i>word</i>: the JDK's own field with the number of its acquires. It holds that number, as ever, or what is below
 * zero once the session is closed; or, when threads have contended for it, where the session's stripes are, as a positive number
 * that is too large for a count.
 * <pre>
 *   bit 30         striped
 *   bit 29         busy: one thread seals or opens the stripes, all others wait
 *   bits 12 to 23  the slot of the stripes
 *   bits 0 to 11   strays
 * </pre>
 * The strays are what threads add and take away that still run the JDK's own body of a method, which they entered before it was
 * rewritten: to them the word is a number like any other. They count from the middle of their range.
 */
final class SessionWord {
    static final int STRIPED = 1 << 30;
    static final int BUSY = 1 << 29;
    static final int SLOTS = 4096;

    private static final int SLOT_SHIFT = 12;
    private static final int STRAYS = (1 << SLOT_SHIFT) - 1;
    private static final int NO_STRAY = 1 << (SLOT_SHIFT - 1);

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long OFFSET = offset();

    private SessionWord() {
    }

    /** The number of acquires has a field of its own where closing cannot fail; before, there is one field for all. */
    private static long offset() {
        try {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "acquireCount");
        } catch (InternalError oneFieldForAll) {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "state");
        }
    }

    static int of(SharedSession session) {
        return UNSAFE.getIntVolatile(session, OFFSET);
    }

    /**
     * By an exchange, since C2 compares what that returns by one instruction, and makes a truth value of a compare-and-set by
     * three: as much as the comparison with {@link #STRIPED} costs who is alone.
     */
    @ForceInline
    static boolean compareAndSet(SharedSession session, int from, int to) {
        return UNSAFE.compareAndExchangeInt(session, OFFSET, from, to) == from;
    }

    static int compareAndExchange(SharedSession session, int from, int to) {
        return UNSAFE.compareAndExchangeInt(session, OFFSET, from, to);
    }

    static boolean isStriped(int word) {
        return word >= STRIPED;
    }

    static boolean isBusy(int word) {
        return (word & BUSY) != 0;
    }

    /** The word of a session whose stripes are in a slot and sealed still. */
    static int busy(int slot) {
        return STRIPED | BUSY | slot << SLOT_SHIFT | NO_STRAY;
    }

    @ForceInline
    static int slot(int word) {
        return word >>> SLOT_SHIFT & SLOTS - 1;
    }

    static int strays(int word) {
        return (word & STRAYS) - NO_STRAY;
    }

    /** Ends what {@link #busy} began. Strays may come at any time. */
    static void idle(SharedSession session) {
        int word;
        do {
            word = of(session);
        } while (!compareAndSet(session, word, word & ~BUSY));
    }
}
