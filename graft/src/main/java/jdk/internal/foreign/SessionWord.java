package jdk.internal.foreign;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The <i>word</i> of a session: the JDK's own field with the number of acquires. It holds that number, or a negative number once
 * the session is closed. For a session on stripes it holds the slot of the stripes, as a number too large for a count.
 * <pre>
 *   bit 30         striped
 *   bit 29         busy: one thread seals or opens the stripes, all other threads wait
 *   bits 12 to 23  the slot of the stripes
 *   bits 0 to 11   strays
 * </pre>
 * Strays are acquires and releases by threads that still run the JDK's own body of a method, which they entered before it was
 * rewritten; to them the word is a plain count. The stray count starts in the middle of its range.
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

    private SessionWord() {}

    /** Returns the offset of {@code acquireCount}; older JDKs have one field, {@code state}, for count and state. */
    private static long offset() {
        try {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "acquireCount");
        } catch (InternalError missing) {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "state");
        }
    }

    static int of(SharedSession session) {
        return UNSAFE.getIntVolatile(session, OFFSET);
    }

    /**
     * Uses compare-and-exchange. C2 tests its result with one instruction, but turns a compare-and-set into a boolean with three,
     * which costs an uncontended thread as much as the comparison with {@link #STRIPED}.
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

    /** Returns the word of a session whose stripes are in a slot and still sealed. */
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

    /** Clears the busy bit. Strays may change the word concurrently. */
    static void idle(SharedSession session) {
        int word;
        do {
            word = of(session);
        } while (!compareAndSet(session, word, word & ~BUSY));
    }
}
