package dev.slipstream.arenas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A count of users on stripes: each thread adds to a stripe that few others use, and only the sum counts. A release may happen on
 * another thread than the acquire, so a stripe may go below zero.
 *
 * <p>Stripes are sealed and opened as a whole, by one thread at a time, which is the caller's business. A sealed stripe counts
 * nothing: who adds to it learns so from what it held before, in the same instruction, and what it holds then means nothing to
 * anybody. So when the last one has been sealed, the sum of what they held is exactly the number of users at that moment: every
 * addition that counts came before its stripe was sealed, and no other does. There is no moment at which a user counts that will
 * back out later, which a close might take for one.
 *
 * <p>Happens-before: whatever a thread did before it added, happens before what the sealing thread does after it has sealed that
 * stripe, since one is a get-and-add and the other a get-and-set of the same element. What the opening thread did before, happens
 * before any addition that follows.
 *
 * <p>Functions over a {@code long[]} rather than an object, since each step from one object to the next shows in the time of an
 * acquire. The build compiles this file a second time, into java.base, for the arenas of the JDK.
 */
final class Stripes {
    private static final VarHandle STRIPE = MethodHandles.arrayElementVarHandle(long[].class);

    /** 128 bytes from one stripe to the next: a cache line, and the one that processors fetch along with it. */
    private static final int SHIFT = 4;

    /** Where the first one is, and how far it is to the next. What lies between is not read here. */
    static final int SPACE = 1 << SHIFT;

    /** No number of users, whatever is added or taken away meanwhile: it would take centuries to count from here to either end. */
    private static final long SEALED = Long.MIN_VALUE / 2;

    /** A stripe that holds more than that counts. */
    static final long SEALED_BELOW = SEALED / 2;

    /** More than it takes to seal and open stripes, even where these frames are compiled and those are not. */
    private static final int FRAMES = 100;

    /** Sealed and opened by anybody, as nothing is counted there. */
    private static final long[] TRIAL;

    private static final int FOR_EACH_PROCESSOR = 4;
    private static final int FEWEST = 16;
    private static final int MOST = 256;

    /** The same for all, so that compiled code need not look how many these are. */
    private static final int COUNT = count(Runtime.getRuntime().availableProcessors());

    static {
        TRIAL = sealed();
    }

    private Stripes() {
    }

    /**
     * How many stripes to make: several for each processor, so that threads seldom share one.
     *
     * @param processors at least 1
     * @return a power of two, 16 to 256
     */
    static int count(int processors) {
        int wanted = Math.min(Math.max(processors, 1), MOST) * FOR_EACH_PROCESSOR;
        return Math.min(Math.max(Integer.highestOneBit(2 * wanted - 1), FEWEST), MOST);
    }

    /** Makes stripes, all of them sealed. */
    static long[] sealed() {
        // One more for the header of the array, and what stands before the array in memory.
        long[] stripes = new long[(COUNT + 1) << SHIFT];
        for (int i = SPACE; i < stripes.length; i += SPACE) {
            stripes[i] = SEALED;
        }
        return stripes;
    }

    /**
     * Adds to a thread's stripe.
     *
     * @param thread a number that threads running at the same time seldom share in its lowest bits
     * @param users 1 or -1
     * @return false if the stripe is sealed, and nothing was counted
     */
    static boolean add(long[] stripes, long thread, int users) {
        // Nothing may be called after the addition: where the stack ends, an error would leave it behind.
        return (long) STRIPE.getAndAdd(stripes, index(thread), (long) users) > SEALED_BELOW;
    }

    /** Where a thread's stripe is, in any stripes. */
    static int index(long thread) {
        return (((int) thread & COUNT - 1) + 1) << SHIFT;
    }

    /**
     * Seals stripes that are open.
     *
     * @return the number of users
     */
    static long seal(long[] stripes) {
        long users = 0;
        for (int i = SPACE; i < stripes.length; i += SPACE) {
            users += (long) STRIPE.getAndSet(stripes, i, SEALED);
        }
        return users;
    }

    /** Opens stripes that are sealed, with so many users. */
    static void open(long[] stripes, long users) {
        STRIPE.setVolatile(stripes, SPACE, users);
        for (int i = 2 * SPACE; i < stripes.length; i += SPACE) {
            STRIPE.setVolatile(stripes, i, 0L);
        }
    }

    /**
     * Called before stripes are sealed: where the stack ends, it must end here. An error halfway through sealing would leave
     * nobody who knows what the stripes held.
     *
     * @throws StackOverflowError if there is not enough left of it to seal and open
     */
    static void needStack() {
        needStack(FRAMES);
    }

    private static void needStack(int frames) {
        if (frames > 0) {
            needStack(frames - 1);
        } else {
            open(TRIAL, 0);
            seal(TRIAL);
        }
    }
}
