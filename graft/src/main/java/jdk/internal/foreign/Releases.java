package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Releases by the thread that owns a stripe, counted in a number beside the stripe. No other thread writes that number, so counting
 * takes no atomic operation. That saves half of the cost of an acquire and a release ({@link Acquires} saves the other half). The
 * first thread that releases at the place of a stripe owns that place in the stripes of all sessions until it ends. Other threads
 * with the same place add -1 to the stripe.
 *
 * <p><b>Argument.</b> The numbers only grow and are never sealed. A closer first seals the stripes and then reads the numbers. A
 * release follows its acquire, so the acquire of every release that the closer reads was counted. The difference is therefore never
 * below the number of users. It is the number of users at one moment, since users only become fewer after the last sealing. Zero
 * means that no user is left to release. If two threads ever counted as owners of one place, a release would be lost, never
 * invented: the session could no longer be closed, but would never be closed too early.
 *
 * <p>Happens-before: a release is a store-release that the closer reads by a volatile load. The next owner of a place has observed
 * that its predecessor is not alive; or the predecessor gave the place up under the lock; or the garbage collector found the
 * predecessor unreachable, which is long after its end.
 *
 * <p><b>Folding to one counter</b> must count every release. The closer marks the place of each stripe, performs a handshake with
 * all threads, reads each number, and publishes it in the mark as counted. An owner stores its number and reads the mark. The two
 * are ordered for the compiler; for the processor the handshake replaces a fence. An owner that did not see the mark read it before
 * its handshake, so its number is visible afterwards. An owner that saw the mark waits for the counted number, and compares it with
 * its own to learn whether its release was included.
 *
 * <p>Hazards. A virtual thread does not lose its carrier between reading its number and writing it: JDK 21 to 28 unmount virtual
 * threads only at calls. See also {@link ArenasGraft}.
 */
final class Releases {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Offsets from the stripe: the owner's number and the mark. */
    private static final int NUMBER = 1;
    private static final int MARK = 2;

    /** States of a mark. A value from {@code NONE_COUNTED} on means that many releases counted. */
    private static final long OPEN = 0;
    private static final long ASKING = 1;
    private static final long NONE_COUNTED = 2;

    /** Identifiers of the owning threads, laid out as the stripes are; 0 for none. */
    private static final long[] OWNERS = new long[Stripes.sealed().length];

    /** The same threads, weakly referenced so that an ended one can be collected. */
    private static final WeakReference<?>[] THREADS = new WeakReference<?>[OWNERS.length];

    /** Lock for changes of owners. Try-lock only; never blocks. */
    private static final AtomicBoolean changing = new AtomicBoolean();

    private Releases() {}

    /** Tells whether a thread owns a place. Makes it the owner if there is none. */
    @ForceInline
    static boolean owns(int index, Thread thread) {
        if (isOwner(index, thread)) {
            return true;
        }
        try {
            return claim(index, thread);
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /** Tells whether a thread owns a place, without a change. */
    @ForceInline
    static boolean isOwner(int index, Thread thread) {
        // Racy read: only the owner writes its own identifier, and other threads do so after its end.
        return OWNERS[index] == thread.threadId();
    }

    /**
     * Does not use the reserved stack area: HotSpot throws when the method that used it returns, and a release must not fail here.
     * A stack overflow between taking and giving back the lock would leave it taken, so this method checks the stack first.
     */
    private static boolean claim(int index, Thread thread) {
        Stripes.needStack();
        if (isOwned(index) || !changing.compareAndSet(false, true)) {
            return false;
        }
        try {
            if (isOwned(index)) {
                return false;
            }
            THREADS[index] = new WeakReference<>(thread);
            OWNERS[index] = thread.threadId();
            return true;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false;
        } finally {
            changing.set(false);
        }
    }

    /** Racy read; repeated under the lock. */
    private static boolean isOwned(int index) {
        WeakReference<?> owner = THREADS[index];
        return owner != null && owner.get() instanceof Thread thread && thread.isAlive();
    }

    /** Gives up the calling thread's place, unless another thread is changing owners. */
    static void disown() {
        Thread thread = Thread.currentThread();
        int index = Stripes.index(thread.threadId());
        if (OWNERS[index] == thread.threadId() && changing.compareAndSet(false, true)) {
            OWNERS[index] = 0;
            THREADS[index] = null;
            changing.set(false);
        }
    }

    /**
     * Counts a release by the owner of a place.
     *
     * @return whether it was counted
     */
    @ForceInline
    static boolean add(long[] stripes, int index) {
        long number = next(stripes, index);
        UNSAFE.putLongRelease(stripes, Slots.offset(index + NUMBER), number);
        // Orders the write before the read of the mark, for the compiler only.
        UNSAFE.storeFence();
        return UNSAFE.getLongAcquire(stripes, Slots.offset(index + MARK)) == OPEN || isCounted(stripes, index, number);
    }

    /** Returns the owner's number after its next release. */
    @ForceInline
    static long next(long[] stripes, int index) {
        return UNSAFE.getLong(stripes, Slots.offset(index + NUMBER)) + 1;
    }

    @ReservedStackAccess
    private static boolean isCounted(long[] stripes, int index, long number) {
        long mark = mark(stripes, index);
        int spins = 0;
        while (mark == ASKING) {
            spins = Spins.next(spins);
            mark = mark(stripes, index);
        }
        return mark == OPEN || mark - NONE_COUNTED >= number;
    }

    private static long mark(long[] stripes, int index) {
        return UNSAFE.getLongVolatile(stripes, Slots.offset(index + MARK));
    }

    /** Returns the releases by owners. Exact once all stripes are sealed; see above. */
    static long sum(long[] stripes) {
        long sum = 0;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            sum += UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER));
        }
        return sum;
    }

    /** Makes owners wait, before the handshake. */
    static void ask(long[] stripes) {
        change(stripes, OPEN, ASKING);
    }

    /** Lets owners go on after a failed handshake. */
    static void goOn(long[] stripes) {
        change(stripes, ASKING, OPEN);
    }

    private static void change(long[] stripes, long from, long to) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            UNSAFE.compareAndSetLong(stripes, Slots.offset(i + MARK), from, to);
        }
    }

    /**
     * Counts the releases, after the handshake. Later ones are not counted.
     *
     * @return the number of releases
     */
    static long count(long[] stripes) {
        long sum = 0;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            long number = UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER));
            UNSAFE.compareAndSetLong(stripes, Slots.offset(i + MARK), ASKING, NONE_COUNTED + number);
            sum += number;
        }
        return sum;
    }
}
