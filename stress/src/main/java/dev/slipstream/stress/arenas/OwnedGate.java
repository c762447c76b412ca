package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lifetime on stripes, counted by the agent's own steps ({@code Acquires}, {@code Releases}). One thread at a time uses it,
 * beside its stripe if it owns the place; any thread may close it, in the order of {@code Striping.close}, on which {@code
 * OrderTest} insists. Unlike in the agent, the owner opens the gate again after a refused close, so that closers meet an opening
 * gate.
 */
public class OwnedGate extends GraftedStripe implements Counted {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int CLOSED = -1;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final Runnable free;

    public OwnedGate(Runnable free) {
        super(0, ThreadLocalRandom.current().nextBoolean());
        this.free = free;
    }

    @Override
    public final boolean acquire() {
        own();
        while (!(mayCountBeside() ? countBeside() : add(1))) {
            if (state.get() == CLOSED) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    boolean mayCountBeside() {
        Pause.briefly();
        return mayAcquire();
    }

    /** Pauses as interpreted code may, where a thread may answer a handshake between reading the gate and counting. */
    boolean countBeside() {
        Pause.briefly();
        return countAcquire();
    }

    @Override
    public final void release() {
        own();
        countRelease();
    }

    @Override
    public final long close() {
        while (!state.compareAndSet(IDLE, BUSY)) {
            if (state.get() == CLOSED) {
                return CLOSED_BEFORE;
            }
            Thread.onSpinWait();
        }
        long onStripes = seal();
        long users = onStripes + acquired() - releases();
        if (users == 0) {
            state.set(CLOSED);
            free.run();
        } else {
            open(onStripes);
            state.set(IDLE);
        }
        return users;
    }

    long acquired() {
        return settle();
    }

    @Override
    public final boolean stripe() {
        return true;
    }

    /** Omits the handshake: the owner may have found the gate open, and its count may not be visible yet. */
    static final class DoesNotAskOwner extends OwnedGate {
        DoesNotAskOwner(Runnable free) {
            super(free);
        }

        @Override
        long acquired() {
            askAcquirer();
            shutGate();
            return acquires();
        }
    }

    /** The owner assumes that a gate it found open is still open. */
    static final class DoesNotLookAgain extends OwnedGate {
        DoesNotLookAgain(Runnable free) {
            super(free);
        }

        @Override
        boolean countBeside() {
            Pause.forAHandshake();
            countAcquire();
            return true;
        }
    }

    /** The owner opens a gate that the closer has passed. */
    static final class OpensSealed extends OwnedGate {
        OpensSealed(Runnable free) {
            super(free);
        }

        @Override
        boolean mayCountBeside() {
            Pause.briefly();
            openGate();
            return mayAcquire();
        }
    }
}
