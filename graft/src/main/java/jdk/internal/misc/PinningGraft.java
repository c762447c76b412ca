package jdk.internal.misc;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.JavaUtilConcurrentFJPAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.vm.Continuation;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Calls that {@code VirtualThread} makes around a pinned park, and at the start of a virtual thread.
 *
 * <p>A pinned park keeps its carrier. {@link #beforePark} reports that to the carrier's pool as the JDK itself reports blocking
 * file operations, and the pool starts or wakes a spare carrier. This code takes no lock.
 *
 * <p>Hazards. Both methods run on a virtual thread in the middle of a park: they must not load a class, must not throw, and must
 * not lose a park permit. Starting a carrier may park on the same virtual thread (at a lock inside thread creation), and that inner
 * park may consume the permit of the outer one. After an inner park the outer one is therefore skipped: {@link LockSupport#park()}
 * may return spuriously, but a lost permit is a hang.
 *
 * <p>While a park is compensated, its carrier is marked, in the field that the JDK itself uses around blocking file operations. The
 * agent's keeper thus knows that a waiting carrier without a mark holds up others.
 *
 * <p>Happens-before: {@link #active} is volatile, written by the installer last on install and first on undo, so a thread that
 * reads true sees all that was prepared. A park that began under {@code active} ends with the token that it was given, whatever
 * {@code active} is by then. The mark is written before the park, which sets the state of the thread, and cleared after it: a keeper
 * that sees the state of a compensated park and then no mark reads after its end. The counters are atomic and order nothing.
 */
@NullMarked
public final class PinningGraft implements BiFunction<String, Object, Object> {
    /** Token of a park without compensation. */
    private static final long NONE = 0L;

    /** Tells the rewritten method to return at once. */
    private static final long RETURN_NOW = -1L;

    /** One active worker in the pool's control word, which is also the pool's token. */
    private static final long ONE_ACTIVE = 1L << 48;

    /** Pause after a failed thread creation, since the JVM prints a warning for each. */
    private static final long AFTER_FAILURE_NANOS = 1_000_000_000L;

    /** In a token: the carrier was marked for this park. The JDK may have marked it before. */
    private static final long MARKED = 1L;

    /** More stack frames than the pool needs to start a carrier. */
    private static final int FRAMES = 64;

    private static final JavaLangAccess LANG = SharedSecrets.getJavaLangAccess();

    /** Per carrier: [0] is the depth of compensation under way, [1] is 1 if a park happened inside it. */
    private static final CarrierThreadLocal<int[]> NESTING = new CarrierThreadLocal<>();

    /** Pinned parks for which the pool got a spare carrier. */
    private static final AtomicLong compensated = new AtomicLong();

    /** Pinned parks without a spare carrier, since the pool was at its maximum. */
    private static final AtomicLong saturated = new AtomicLong();

    /** Pinned parks without a spare carrier, since no thread could be created. */
    private static final AtomicLong failed = new AtomicLong();

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Offset of the pool's token in a carrier; negative if the JDK keeps none there and has a boolean instead. */
    private static final long TOKEN = offset("compensateValue");
    private static final long BLOCKING = TOKEN < 0 ? offset("blocking") : -1;

    /** Whether parks are compensated. */
    private static volatile boolean active;

    /** The maximum number of carriers, or 0 if it is not set. */
    private static volatile int most;

    /** The maximum number with which the JDK has created its scheduler, or 0 if this class did not choose it. */
    private static volatile int given;

    /** Wakes the keeper when virtual threads start or park while pinned. */
    private static final Doorbell BELL = new Doorbell();

    private static volatile long noAttemptBefore = System.nanoTime();

    private PinningGraft() {}

    /** Returns the control object for the agent. */
    public static BiFunction<String, Object, Object> control() {
        return new PinningGraft();
    }

    /**
     * Handles a request of the agent.
     *
     * <ul>
     * <li>{@code active} sets whether parks are compensated;
     * <li>{@code most} sets the maximum number of carriers; {@code given} returns the one that the JDK's scheduler was created with;
     * <li>{@code keeper}, {@code arm}, {@code sleep}: see {@link Doorbell};
     * <li>{@code initialised} tells whether the class {@code VirtualThread} is initialised;
     * <li>{@code pin}, {@code unpin} pin and unpin the calling virtual thread, and {@code carrier} creates a carrier, for the agent's
     * self-test;
     * <li>{@code compensated}, {@code saturated}, {@code failed} return the counters.
     * </ul>
     *
     * @see "dev.slipstream.agent.pinning.PinningControl"
     */
    @Override
    @SuppressWarnings("NullAway") // A request has its value.
    public @Nullable Object apply(String what, @Nullable Object value) {
        switch (what) {
            case "active":
                active = (Boolean) value;
                return null;
            case "most":
                most = (Integer) value;
                return null;
            case "given":
                return given;
            case "keeper":
                BELL.setSleeper((Thread) value);
                return null;
            case "arm":
                BELL.arm();
                return null;
            case "sleep":
                return BELL.sleep((Long) value);
            case "initialised":
                return isInitialised();
            case "pin":
                Continuation.pin();
                return null;
            case "unpin":
                Continuation.unpin();
                return null;
            case "carrier":
                return new CarrierThread((ForkJoinPool) value);
            case "compensated":
                return compensated.get();
            case "saturated":
                return saturated.get();
            case "failed":
                return failed.get();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** Initialised on first use: early initialisation of {@code ForkJoinPool} would freeze its properties. */
    private static final class Pools {
        static final JavaUtilConcurrentFJPAccess ACCESS = SharedSecrets.getJavaUtilConcurrentFJPAccess();
    }

    private static boolean isInitialised() {
        try {
            return !Unsafe.getUnsafe().shouldBeInitialized(Class.forName("java.lang.VirtualThread", false, null));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Called first by {@code VirtualThread.start}.
     */
    public static void starting() {
        if (!active) {
            idle();
        }
        BELL.ring();
    }

    /** Called for the maximum number of carriers when the JDK creates its scheduler. */
    public static int most() {
        int set = most;
        given = set == 0 ? stockMost() : set;
        return given;
    }

    /** Returns the JDK's own maximum. In a baked JDK, the scheduler may be created before the engine has started: it knows more. */
    private static int stockMost() {
        return 256;
    }

    /**
     * Called while the remedy is not in force. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}

    /**
     * Called before a pinned virtual thread parks on its carrier.
     *
     * @param timed whether the park has a time limit
     * @param nanos the limit in nanoseconds
     * @return a token for {@link #afterPark}, or a negative number if the park must not take place
     */
    public static long beforePark(boolean timed, long nanos) {
        if (!active || (timed && nanos <= 0) || !(LANG.currentCarrierThread() instanceof CarrierThread carrier)) {
            return NONE;
        }
        try {
            int[] nesting = NESTING.get();
            if (nesting == null) {
                nesting = new int[2];
                NESTING.set(nesting);
            }
            if (nesting[0] != 0) {
                nesting[1] = 1;
                return NONE;
            }
            BELL.ring();
            needStack(FRAMES);
            return marked(carrier, compensate(carrier.getPool(), nesting));
        } catch (Throwable e) {
            // A park must not fail.
            failed.getAndIncrement();
            return NONE;
        }
    }

    /**
     * Provokes a stack overflow before the pool counts anything; a later one would cost the pool a carrier.
     *
     * @throws StackOverflowError if fewer frames are left
     */
    private static int needStack(int frames) {
        return frames == 0 ? 0 : 1 + needStack(frames - 1);
    }

    private static long compensate(ForkJoinPool pool, int[] nesting) {
        if (System.nanoTime() - noAttemptBefore < 0) {
            failed.getAndIncrement();
            return NONE;
        }
        long token = NONE;
        nesting[0] = 1;
        try {
            token = Pools.ACCESS.beginCompensatedBlock(pool);
            (token > 0 ? compensated : saturated).getAndIncrement();
        } catch (OutOfMemoryError noThread) {
            // The pool has already subtracted this carrier from its active count; the token restores it after the park.
            token = ONE_ACTIVE;
            failed.getAndIncrement();
            noAttemptBefore = System.nanoTime() + AFTER_FAILURE_NANOS;
        } catch (Throwable e) {
            // An inner park may still have consumed the permit.
            failed.getAndIncrement();
        } finally {
            nesting[0] = 0;
        }
        if (nesting[1] == 0) {
            return token;
        }
        nesting[1] = 0;
        afterPark(token);
        return RETURN_NOW;
    }

    /** Marks the carrier of a compensated park, unless the JDK has done so, and returns the token that says so. */
    private static long marked(CarrierThread carrier, long token) {
        if (token <= 0 || (TOKEN < 0 ? UNSAFE.getBoolean(carrier, BLOCKING) : UNSAFE.getLong(carrier, TOKEN) != 0)) {
            return token;
        }
        mark(carrier, token);
        return token | MARKED;
    }

    /** Sets the mark, or clears it if the token is 0. */
    private static void mark(CarrierThread carrier, long token) {
        if (TOKEN < 0) {
            UNSAFE.putBooleanVolatile(carrier, BLOCKING, token != 0);
        } else {
            UNSAFE.putLongVolatile(carrier, TOKEN, token);
        }
    }

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(CarrierThread.class, field);
        } catch (InternalError noSuchField) {
            return -1;
        }
    }

    /**
     * Called after the park, whether it returned or threw.
     *
     * @param token the result of {@link #beforePark}
     */
    public static void afterPark(long token) {
        if (token > 0 && LANG.currentCarrierThread() instanceof CarrierThread carrier) {
            if ((token & MARKED) != 0) {
                mark(carrier, NONE);
            }
            Pools.ACCESS.endCompensatedBlock(carrier.getPool(), token & ~MARKED);
        }
    }
}
