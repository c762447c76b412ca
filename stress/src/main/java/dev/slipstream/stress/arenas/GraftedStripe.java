package dev.slipstream.stress.arenas;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * One stripe on which users are counted by the agent's own steps. A scenario chooses the thread and the moment of each step, and a
 * broken variant leaves one out or ignores its result. There are no more stripes, since a step that visits all of them would give
 * another thread's write the time to arrive. Needs what {@link SharedArena} needs. Constant method handles are inlined, so a
 * compiled test contains the steps' own code.
 */
abstract class GraftedStripe {
    private static final MethodHandle SEALED = SharedArena.step("Stripes", "sealed");
    private static final MethodHandle OPEN = SharedArena.step("Stripes", "open", long[].class, long.class);
    private static final MethodHandle SEAL = SharedArena.step("Stripes", "seal", long[].class);
    private static final MethodHandle ADD = SharedArena.step("Slots", "add", long[].class, int.class, int.class);

    private static final MethodHandle RELEASE = SharedArena.step("Releases", "add", long[].class, int.class);
    private static final MethodHandle ASK_RELEASER = SharedArena.step("Releases", "ask", long[].class);
    private static final MethodHandle COUNT_RELEASES = SharedArena.step("Releases", "count", long[].class);
    private static final MethodHandle RELEASES = SharedArena.step("Releases", "sum", long[].class);

    private static final MethodHandle MAY_ACQUIRE =
            SharedArena.step("Acquires", "mayAdd", long[].class, int.class, int.class, Thread.class);
    private static final MethodHandle ACQUIRE = SharedArena.step("Acquires", "add", long[].class, int.class);
    private static final MethodHandle OPEN_GATE = SharedArena.step("Acquires", "openAll", long[].class);
    private static final MethodHandle ASK_ACQUIRER = SharedArena.step("Acquires", "ask", long[].class);
    private static final MethodHandle SHUT_GATE = SharedArena.step("Acquires", "shut", long[].class);
    private static final MethodHandle ACQUIRES = SharedArena.step("Acquires", "sum", long[].class);
    private static final MethodHandle SETTLE =
            SharedArena.step("Acquires", "settle", long[].class, SharedArena.type("StripedSession"));

    /** Place of the first stripe. */
    private static final int PLACE = (int) SharedArena.constant("Stripes", "SPACE");

    /** Offset from a place: the number of releases at the last try to open the gate. */
    private static final int TRIED = (int) SharedArena.constant("Acquires", "TRIED");

    /** As if the last try had been long ago, so that the owner may try again. */
    private static final long LONG_AGO = Long.MIN_VALUE / 4;

    /** Identifiers of the threads that own places. */
    private static final long[] OWNERS = (long[]) SharedArena.constant("Releases", "OWNERS");

    /** Is never closed, so gates may be opened for it at any time. */
    private static final SharedArena NEVER_CLOSED = new SharedArena(() -> {});
    private static final int ITS_SLOT;

    /** Performs handshakes. Of another arena, since no gate is opened for one that has performed a handshake. */
    private static final Object ASKING;
    private static final SharedArena ITS_ARENA = new SharedArena(() -> {});

    static {
        Memory.stripe(NEVER_CLOSED);
        ITS_SLOT = NEVER_CLOSED.slot();
        Memory.stripe(ITS_ARENA);
        ASKING = ITS_ARENA.owner();
    }

    private final long[] stripes;

    /**
     * Creates an open stripe.
     *
     * @param users the number of users
     * @param openGate whether the owner may acquire beside it from the beginning
     */
    GraftedStripe(long users, boolean openGate) {
        try {
            stripes = Arrays.copyOf((long[]) (Object) SEALED.invokeExact(), 2 * PLACE);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        open(users);
        if (openGate) {
            openGate();
        }
    }

    /** Makes the calling thread the owner of the place, of which there is one at a time. */
    static void own() {
        OWNERS[PLACE] = Thread.currentThread().threadId();
    }

    private long number(MethodHandle step) {
        try {
            return (long) step.invokeExact((Object) stripes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void act(MethodHandle step) {
        try {
            step.invokeExact((Object) stripes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private boolean counts(MethodHandle step) {
        try {
            return (boolean) step.invokeExact((Object) stripes, PLACE);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    final void open(long users) {
        try {
            OPEN.invokeExact((Object) stripes, users);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** {@return the number of users on the stripe} */
    final long seal() {
        return number(SEAL);
    }

    /** {@return false if the stripe is sealed} */
    final boolean add(int users) {
        try {
            return (boolean) ADD.invokeExact((Object) stripes, PLACE, users);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** {@return whether the owner's release was counted beside the stripe} */
    final boolean countRelease() {
        return counts(RELEASE);
    }

    /** Makes an owner that releases wait, before a handshake. */
    final void askReleaser() {
        act(ASK_RELEASER);
    }

    /** Counts the owner's releases, after the handshake; later ones are not counted. */
    final long countReleases() {
        return number(COUNT_RELEASES);
    }

    final long releases() {
        return number(RELEASES);
    }

    /** Tells whether the calling thread may acquire as the owner. Opens the gate if that is shut. */
    final boolean mayAcquire() {
        stripes[PLACE + TRIED] = LONG_AGO;
        try {
            return (boolean) MAY_ACQUIRE.invokeExact((Object) stripes, PLACE, ITS_SLOT, (Object) Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** {@return whether the acquire of the owner, whose gate was open, was counted beside the stripe} */
    final boolean countAcquire() {
        return counts(ACQUIRE);
    }

    /** Opens the gate unless acquires were counted, even if the stripe is sealed. */
    final void openGate() {
        act(OPEN_GATE);
    }

    /**
     * Makes an owner that acquires wait, before a handshake.
     *
     * @return whether the gate was open
     */
    final boolean askAcquirer() {
        try {
            return (boolean) ASK_ACQUIRER.invokeExact((Object) stripes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Shuts the gate, after the handshake. */
    final void shutGate() {
        act(SHUT_GATE);
    }

    /** {@return the acquires beside the stripe, which is sealed} Exact if the gate is shut. */
    final long acquires() {
        return number(ACQUIRES);
    }

    /** Does all three as a close does, with a handshake in between if the gate was open. */
    final long settle() {
        try {
            return (long) SETTLE.invokeExact((Object) stripes, ASKING);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
