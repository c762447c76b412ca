package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Acquires by the thread that owns a stripe (see {@link Releases}), counted in a number beside the stripe without an atomic
 * operation. The price is a second handshake of all threads at the close. Each stripe therefore has a <i>gate</i>, which stays shut
 * until its owner has used the session often enough to outweigh that price. While the gate is shut, all acquires go to the stripe.
 *
 * <p><b>Argument.</b> A closer that has sealed all stripes changes each open gate to asking, performs the handshake, and shuts each
 * gate with the number that it then reads. An owner that found its gate open stores its number and reads the gate again. The two
 * are ordered for the compiler; for the processor the handshake replaces a fence. If the owner still finds the gate open, it read
 * the gate before its handshake, so the closer reads the number after it and counts the acquire. If not, the owner waits until the
 * gate is shut, and compares the counted number with its own to learn whether the acquire was counted. If it was not, nothing has
 * happened: a number above that of a shut gate counts for nothing, and the owner begins again from the shut gate's number.
 *
 * <p>Only the owner opens a gate. It then checks whether the stripe is sealed. If so, it may have come after the closer, and shuts
 * the gate again without having counted. If not, the closer reaches the gate later and finds it open. Only the thread that marked
 * the session's word busy asks, and shuts the gates that it asked: two closers would mistake each other's handshake for their own.
 *
 * <p>Two simultaneous owners would lose an acquire, and memory would be freed in use. So only platform threads own gates: no
 * other thread can appear under their identity, as another virtual thread can on a carrier. Virtual threads count on the stripe.
 *
 * <p>Happens-before: as with releases, the next owner of a place reads what the previous owner wrote. Gates change by
 * compare-and-set. Hazards: {@link ArenasGraft}.
 */
final class Acquires {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Offsets from the stripe: the owner's number, the gate, and the number of releases at the last try to open the gate. */
    private static final int NUMBER = 3;
    private static final int GATE = 4;
    private static final int TRIED = 5;

    /** States of a gate. A value from 0 on means shut, with that many acquires counted. */
    private static final long OPEN = -1;
    private static final long ASKING = -2;

    /** Releases after which a gate may be opened: as many atomic operations take as long as a handshake of many threads. */
    private static final long PAID = 1 << 16;

    private Acquires() {}

    /** Tells whether a thread may count beside its stripe. */
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
        // Orders the write before the read of the gate, for the compiler only.
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

    /** Opens the gate, as the owner. */
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

    /** Hazard: the slot may be another session's by now. The stripes at hand then stay sealed. */
    private static boolean mayAsk(int slot) {
        StripedSession session = Slots.owner(slot);
        return session != null && session.mayAsk();
    }

    /** Opens all gates before other threads see the stripes. For tests. */
    static void openAll(long[] stripes) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            change(stripes, i, 0, OPEN);
        }
    }

    /**
     * Returns the number of acquires beside stripes that the caller has sealed. All gates are shut afterwards.
     *
     * @throws Error if the handshake failed; the gates are as before
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

    /** Returns the acquires counted so far. Exact once every gate is shut, or its owner has found the stripe sealed. */
    static long sum(long[] stripes) {
        long sum = 0;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            long gate = gate(stripes, i);
            sum += gate < 0 ? UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER)) : gate;
        }
        return sum;
    }

    /**
     * Makes owners wait, before a handshake.
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

    /** Reopens the gates after a failed handshake. */
    private static void goOn(long[] stripes) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            change(stripes, i, ASKING, OPEN);
        }
    }

    /** Shuts the gates, after the handshake. */
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
