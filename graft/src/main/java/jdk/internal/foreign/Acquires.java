package jdk.internal.foreign;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Acquires by the one thread that owns a stripe, see {@link Releases}, in another number beside it, which takes no atomic
 * operation either. The price is a second handshake of all threads when the session is closed. So each stripe has a
 * <i>gate</i>, which is shut until its owner has used the session often enough to have paid for that in advance. While it is
 * shut all acquires are on the stripe.
 *
 * <p><b>Argument.</b> Who closes has sealed all stripes; now it changes all gates that are open to asking, asks for the
 * handshake, and shuts them with what the numbers are then. An owner that has found its gate open stores its number and looks
 * at the gate again, in this order for the compiler, but without a fence for the processor, in place of which is the handshake:
 * whoever finds it open still, had looked before its handshake, so that its number is seen after it, and counted. Whoever does
 * not, waits until it is shut, and knows, since the number is its own, whether it was counted; if not, then nothing has
 * happened, as a number above that of a shut gate is nobody's, and the next one begins there again.
 *
 * <p>Only its owner opens a gate, and then looks whether the stripe is sealed; if so it may have come after the closer, and
 * shuts the gate again, having counted nothing. If not, the closer comes to the gate later, and finds it open. Only who has
 * made the session's word busy asks, and shuts what has answered: two who did would take each other's handshake for theirs.
 *
 * <p>Two owners at a time would lose an acquire, and memory would be freed in use. So these are platform threads alone, which
 * nothing can take from their processor and replace by another that is the same thread to us, and virtual threads stay on the
 * stripe.
 *
 * <p>Happens-before: as with releases, the next owner of a place reads what the one before it has written. A gate is shut, or
 * opened again, by compare-and-set. Hazards: {@link ArenasGraft}.
 */
final class Acquires {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** From the stripe to the owner's number, to the gate, and to how many releases there were when it was last tried. */
    private static final int NUMBER = 3;
    private static final int GATE = 4;
    private static final int TRIED = 5;

    /** What a gate says. From 0 on: shut, and so many are counted. */
    private static final long OPEN = -1;
    private static final long ASKING = -2;

    /** After so many releases a gate may be opened: as many atomic operations take as long as a handshake of many threads. */
    private static final long PAID = 1 << 16;

    private Acquires() {
    }

    /** Whether a thread may count beside its stripe. Nothing is called here that could fail once it has been counted. */
    @ForceInline
    static boolean mayAdd(long[] stripes, int index, int slot, Thread carrier) {
        long gate = UNSAFE.getLong(stripes, Slots.offset(index + GATE));
        return gate == OPEN
                ? isOwner(index, carrier)
                : isPaid(stripes, index) && isOwner(index, carrier) && open(stripes, index, slot);
    }

    @ForceInline
    private static boolean isPaid(long[] stripes, int index) {
        return Releases.next(stripes, index) - UNSAFE.getLong(stripes, Slots.offset(index + TRIED)) >= PAID;
    }

    @ForceInline
    private static boolean isOwner(int index, Thread carrier) {
        return Releases.isOwner(index, carrier) && carrier == Thread.currentThread();
    }

    /**
     * Counts an acquire by the owner of a place whose gate was open.
     *
     * @return whether it was counted
     */
    @ForceInline
    static boolean add(long[] stripes, int index) {
        long number = UNSAFE.getLong(stripes, Slots.offset(index + NUMBER)) + 1;
        UNSAFE.putLongRelease(stripes, Slots.offset(index + NUMBER), number);
        // For the compiler: the gate is read after that.
        UNSAFE.storeFence();
        return UNSAFE.getLongAcquire(stripes, Slots.offset(index + GATE)) == OPEN || isCounted(stripes, index, number);
    }

    @ReservedStackAccess
    private static boolean isCounted(long[] stripes, int index, long number) {
        long gate = gate(stripes, index);
        int spins = 0;
        while (gate == ASKING) {
            spins = Spins.next(spins);
            gate = gate(stripes, index);
        }
        return gate == OPEN || gate >= number;
    }

    /** By the owner. */
    private static boolean open(long[] stripes, int index, int slot) {
        UNSAFE.putLong(stripes, Slots.offset(index + TRIED), Releases.next(stripes, index));
        long counted = gate(stripes, index);
        if (counted < 0 || !mayAsk(slot)) {
            return false;
        }
        UNSAFE.putLongRelease(stripes, Slots.offset(index + NUMBER), counted);
        if (!change(stripes, index, counted, OPEN)) {
            return false;
        }
        if (Slots.isOpen(stripes, index) && mayAsk(slot)) {
            return true;
        }
        change(stripes, index, OPEN, counted);
        return false;
    }

    /** Another session's slot, if it is, is that of stripes that stay sealed. */
    private static boolean mayAsk(int slot) {
        StripedSession session = Slots.owner(slot);
        return session != null && session.mayAsk();
    }

    /** From the beginning. For tests, and before anybody else sees the stripes. */
    static void openAll(long[] stripes) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            change(stripes, i, 0, OPEN);
        }
    }

    /**
     * The number of acquires beside stripes that the caller has sealed. All gates are shut afterwards.
     *
     * @throws Error if threads could not be asked, with gates as they were
     */
    static long settle(long[] stripes, StripedSession session) {
        if (ask(stripes)) {
            boolean answered = false;
            try {
                session.ask();
                answered = true;
            } finally {
                if (!answered) {
                    goOn(stripes);
                }
            }
            shut(stripes);
        }
        return sum(stripes);
    }

    /** All that have been counted so far. Exact once all gates are shut, or about to be by who has found the stripe sealed. */
    static long sum(long[] stripes) {
        long sum = 0;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            long gate = gate(stripes, i);
            sum += gate < 0 ? UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER)) : gate;
        }
        return sum;
    }

    /**
     * Before a handshake: from now on owners wait.
     *
     * @return whether any gate was open
     */
    private static boolean ask(long[] stripes) {
        boolean some = false;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            some |= change(stripes, i, OPEN, ASKING);
        }
        return some;
    }

    /** There is no handshake: all goes on. */
    private static void goOn(long[] stripes) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            change(stripes, i, ASKING, OPEN);
        }
    }

    /** After the handshake. */
    private static void shut(long[] stripes) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            change(stripes, i, ASKING, UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER)));
        }
    }

    private static long gate(long[] stripes, int index) {
        return UNSAFE.getLongVolatile(stripes, Slots.offset(index + GATE));
    }

    private static boolean change(long[] stripes, int index, long from, long to) {
        return UNSAFE.compareAndSetLong(stripes, Slots.offset(index + GATE), from, to);
    }
}
