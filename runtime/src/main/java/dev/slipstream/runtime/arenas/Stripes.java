package dev.slipstream.runtime.arenas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A user count on stripes. Each thread adds to a stripe that few other threads use, and only the sum is meaningful. A release
 * may happen on a different thread than the acquire, so a stripe may become negative.
 *
 * <p>Stripes are sealed and opened as a whole, by one thread at a time, which the caller ensures. A sealed stripe counts
 * nothing. A thread that adds to it learns so from the previous value, in the same instruction; the value that the stripe then
 * holds has no meaning. So when the last stripe has been sealed, the sum of the values that the stripes held is exactly the
 * number of users at that moment: every addition that counts came before its stripe was sealed, and no other addition counts.
 * At no moment does the sum include a user that will back out later, which a close might mistake for a real one.
 *
 * <p>Happens-before: the actions of a thread before its addition happen before the actions of the sealing thread after it has
 * sealed that stripe, since one is a get-and-add and the other a get-and-set of the same element. The actions of the opening
 * thread before it opens a stripe happen before any addition that follows.
 *
 * <p>Static functions on a {@code long[]} instead of an object, since each dereference shows in the time of an acquire. The
 * arenas of the JDK use a copy that the build puts among the grafts.
 */
public final class Stripes {
    private static final VarHandle STRIPE = MethodHandles.arrayElementVarHandle(long[].class);

    /** 128 bytes from one stripe to the next: a cache line, and the adjacent one that processors fetch along with it. */
    private static final int SHIFT = 4;

    /** Index of the first stripe, and distance from each to the next. The elements between stripes are not read here. */
    public static final int SPACE = 1 << SHIFT;

    /**
     * Marks a sealed stripe. Never a number of users, whatever is added or subtracted meanwhile: counting from here to either
     * end would take centuries.
     */
    private static final long SEALED = Long.MIN_VALUE / 2;

    /** A stripe that holds more than this is open, and counts. */
    public static final long SEALED_BELOW = SEALED / 2;

    /**
     * Frames of {@link #needStack()}: more than sealing and opening stripes take, even if these frames are compiled and those
     * are not.
     */
    private static final int FRAMES = 100;

    /** Stripes that any thread may seal and open, since nothing is counted there. */
    private static final long[] SCRATCH;

    private static final int FOR_EACH_PROCESSOR = 4;
    private static final int FEWEST = 16;
    private static final int MOST = 256;

    /** Number of stripes in every array: a constant, so that compiled code need not read it from the array. */
    private static final int COUNT = count(Runtime.getRuntime().availableProcessors());

    static {
        SCRATCH = sealed();
    }

    private Stripes() {}

    /**
     * Returns how many stripes to make: several for each processor, so that threads seldom share one.
     *
     * @param processors at least 1
     * @return a power of two, 16 to 256
     */
    static int count(int processors) {
        int wanted = Math.min(Math.max(processors, 1), MOST) * FOR_EACH_PROCESSOR;
        return Math.min(Math.max(Integer.highestOneBit(2 * wanted - 1), FEWEST), MOST);
    }

    /** Creates stripes, all of them sealed. */
    public static long[] sealed() {
        // One more, to keep the first stripe apart from the array header and from whatever precedes the array in memory.
        long[] stripes = new long[(COUNT + 1) << SHIFT];
        for (int i = SPACE; i < stripes.length; i += SPACE) {
            stripes[i] = SEALED;
        }
        return stripes;
    }

    /**
     * Adds to a thread's stripe.
     *
     * @param thread a number whose lowest bits seldom coincide between threads that run at the same time
     * @param users 1 or -1
     * @return false if the stripe is sealed, and nothing was counted
     */
    public static boolean add(long[] stripes, long thread, int users) {
        // No call may follow the addition: a stack overflow in it would leave the addition behind.
        return (long) STRIPE.getAndAdd(stripes, index(thread), (long) users) > SEALED_BELOW;
    }

    /** Returns the index of a thread's stripe, the same in all arrays. */
    public static int index(long thread) {
        return (((int) thread & COUNT - 1) + 1) << SHIFT;
    }

    /**
     * Seals stripes that are open.
     *
     * @return the number of users
     */
    public static long seal(long[] stripes) {
        long users = 0;
        for (int i = SPACE; i < stripes.length; i += SPACE) {
            users += (long) STRIPE.getAndSet(stripes, i, SEALED);
        }
        return users;
    }

    /** Opens stripes that are sealed, with a given number of users. */
    public static void open(long[] stripes, long users) {
        STRIPE.setVolatile(stripes, SPACE, users);
        for (int i = 2 * SPACE; i < stripes.length; i += SPACE) {
            STRIPE.setVolatile(stripes, i, 0L);
        }
    }

    /**
     * Probes the stack before stripes are sealed, so that a stack overflow occurs here. An error halfway through sealing would
     * lose what the stripes held.
     *
     * @throws StackOverflowError if there is not enough stack left to seal and open stripes
     */
    public static void needStack() {
        needStack(FRAMES);
    }

    private static void needStack(int frames) {
        if (frames > 0) {
            needStack(frames - 1);
        } else {
            open(SCRATCH, 0);
            seal(SCRATCH);
        }
    }
}
