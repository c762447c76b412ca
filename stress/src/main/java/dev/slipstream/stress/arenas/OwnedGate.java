package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lifetime with one stripe whose owner counts its acquires and releases beside the stripe, step by step as the agent's {@code
 * Acquires}. One thread at a time, the owner, uses it; any thread may close it. Unlike in the agent, the owner opens the gate again
 * after a refused close, so that closers meet an opening gate.
 */
public class OwnedGate implements Counted {
    private static final long SEALED = Long.MIN_VALUE / 2;
    private static final long OPEN = -1;
    private static final long ASKING = -2;
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int CLOSED = -1;
    private static final VarHandle ACQUIRED;
    private static final VarHandle RELEASED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ACQUIRED = lookup.findVarHandle(OwnedGate.class, "acquired", long.class);
            RELEASED = lookup.findVarHandle(OwnedGate.class, "released", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final AtomicLong stripe = new AtomicLong();
    private final AtomicLong gate = new AtomicLong(ThreadLocalRandom.current().nextBoolean() ? OPEN : 0);
    private final Runnable free;
    private long acquired;
    private long released;

    public OwnedGate(Runnable free) {
        this.free = free;
    }

    @Override
    public final boolean acquire() {
        while (!(gate.get() == OPEN || open() ? countBeside() : stripe.getAndAdd(1) > SEALED / 2)) {
            if (state.get() == CLOSED) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private boolean countBeside() {
        long next = acquired + 1;
        interpret();
        ACQUIRED.setRelease(this, next);
        // Orders the write before the read of the gate, for the compiler only.
        VarHandle.storeStoreFence();
        return isCounted(next);
    }

    /** Simulates interpreted code, where a thread may answer a handshake between reading the gate and counting. */
    protected void interpret() {
        Pause.briefly();
    }

    /** Tells whether an acquire that may have come too late was counted in time. */
    protected boolean isCounted(long next) {
        long now = gate.get();
        while (now == ASKING) {
            Thread.onSpinWait();
            now = gate.get();
        }
        return now == OPEN || now >= next;
    }

    private boolean open() {
        long counted = gate.get();
        if (counted < 0) {
            return false;
        }
        ACQUIRED.setRelease(this, counted);
        Pause.briefly();
        if (!gate.compareAndSet(counted, OPEN)) {
            return false;
        }
        if (mayStayOpen()) {
            return true;
        }
        gate.compareAndSet(OPEN, counted);
        return false;
    }

    /** Tells whether no closer has sealed the stripe. */
    protected boolean mayStayOpen() {
        return stripe.get() > SEALED / 2;
    }

    @Override
    public final void release() {
        RELEASED.setRelease(this, released + 1);
    }

    @Override
    public final long close() {
        while (!state.compareAndSet(IDLE, BUSY)) {
            if (state.get() == CLOSED) {
                return CLOSED_BEFORE;
            }
            Thread.onSpinWait();
        }
        long onStripe = stripe.getAndSet(SEALED);
        if (gate.compareAndSet(OPEN, ASKING)) {
            handshake();
            gate.compareAndSet(ASKING, (long) ACQUIRED.getVolatile(this));
        }
        long users = onStripe + counted() - (long) RELEASED.getVolatile(this);
        if (users == 0) {
            state.set(CLOSED);
            free.run();
        } else {
            stripe.set(onStripe);
            state.set(IDLE);
        }
        return users;
    }

    /** Returns the acquires counted. An owner that opened the gate of a sealed stripe shuts it again without counting. */
    private long counted() {
        long now = gate.get();
        return now < 0 ? (long) ACQUIRED.getVolatile(this) : now;
    }

    /** Brings all threads to a safepoint, which orders their memory accesses as a handshake with each does. */
    protected void handshake() {
        Thread.getAllStackTraces();
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
        protected void handshake() {
            // No handshake.
        }
    }

    /** The owner assumes that a gate it found open is still open. */
    static final class DoesNotLookAgain extends OwnedGate {
        /** Long enough for a whole handshake. */
        private static final int HANDSHAKE = 2_048;

        DoesNotLookAgain(Runnable free) {
            super(free);
        }

        @Override
        protected void interpret() {
            Pause.upTo(HANDSHAKE);
        }

        @Override
        protected boolean isCounted(long next) {
            return true;
        }
    }

    /** The owner opens a gate that the closer has passed. */
    static final class OpensSealed extends OwnedGate {
        OpensSealed(Runnable free) {
            super(free);
        }

        @Override
        protected boolean mayStayOpen() {
            return true;
        }
    }
}
