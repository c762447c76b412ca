package dev.slipstream.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lifetime with one stripe, whose owner counts its acquires and its releases beside it, step by step as in the agent's {@code
 * Acquires}. One thread at a time uses it, which is the owner; any may close it. A gate is opened again after a refused close,
 * which in the agent is not done, so that closers meet whoever opens one.
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
        // For the compiler: the gate is read after that.
        VarHandle.storeStoreFence();
        return isCounted(next);
    }

    /** As in interpreted code, where a thread may answer a handshake between looking at the gate and counting. */
    protected void interpret() {
        Memory.dawdle();
    }

    /** Whether an acquire that may have come too late has not. */
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
        Memory.dawdle();
        if (!gate.compareAndSet(counted, OPEN)) {
            return false;
        }
        if (mayStayOpen()) {
            return true;
        }
        gate.compareAndSet(OPEN, counted);
        return false;
    }

    /** Whether a closer has not been there yet. */
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

    /** Who has opened a gate of a sealed stripe is about to shut it again, and counts nothing there. */
    private long counted() {
        long now = gate.get();
        return now < 0 ? (long) ACQUIRED.getVolatile(this) : now;
    }

    /** All threads come to a safepoint, which orders their memory accesses as a handshake of each does. */
    protected void handshake() {
        Thread.getAllStackTraces();
    }

    @Override
    public final boolean stripe() {
        return true;
    }
}
