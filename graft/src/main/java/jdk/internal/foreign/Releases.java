package jdk.internal.foreign;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Releases by the one thread that owns a stripe, in a number beside it. Nobody else writes that number, so counting takes no
 * atomic operation, which is half of what an acquire and a release cost (the other half: {@link Acquires}). The first that
 * releases at a stripe's place owns that place, in the stripes of all sessions, until it has ended; other threads whose number
 * leads there go on adding -1 to the stripe.
 *
 * <p><b>Argument.</b> These numbers only grow, and are never sealed. Who closes a session seals the stripes first and reads the
 * numbers then. A release follows its acquire, so whatever release it reads, that acquire had been counted: the difference is
 * never less than the number of users, and it is the number of users at one moment, since from the last sealing on users only
 * become fewer. Zero means that nobody is left who could release. And if two threads ever took themselves for the owner, a
 * release would be lost, and none invented: the session could not be closed any more, but never would be too early.
 *
 * <p>Happens-before: a release is a store-release, which the closer reads by a volatile load. The next owner of a place has asked
 * whether the thread before it is alive, and been told that it is not; or that one has given the place up, and had the lock
 * before; or the collector has found that nobody can reach it any more, which it does long after a thread's end.
 *
 * <p><b>Back to one counter.</b> There the count must have all releases. So the place of each stripe is marked first; then all
 * threads are asked for a handshake; then the number is read, and said to be what was counted. Who releases stores its number and
 * looks at the mark, in this order for the compiler, but without a fence for the processor, in place of which is the handshake:
 * whoever did not see the mark had looked before its handshake, so that its number is seen after it. Who did see it waits for
 * what was counted, and knows, since the number is its own, whether that was with it or without.
 *
 * <p>Hazards. A thread does not lose its carrier between reading its number and writing it, as JDKs 21 to 28 take virtual threads
 * from their carriers only where these call something. See also {@link ArenasGraft}.
 */
final class Releases {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** From the stripe to the owner's number, and to the mark. */
    private static final int NUMBER = 1;
    private static final int MARK = 2;

    /** What a mark says. Above: how many releases were counted. */
    private static final long OPEN = 0;
    private static final long ASKING = 1;
    private static final long NONE_COUNTED = 2;

    /** The numbers of threads, laid out as the stripes are. 0 is nobody's. */
    private static final long[] OWNERS = new long[Stripes.sealed().length];

    /** The same threads. An ended one must not stay for our sake. */
    private static final WeakReference<?>[] THREADS = new WeakReference<?>[OWNERS.length];

    /** For changes of owners. Nobody waits for it. */
    private static final AtomicBoolean changing = new AtomicBoolean();

    private Releases() {
    }

    /** Whether a thread is the one to count at a place. Makes it so if nobody is. */
    @ForceInline
    static boolean owns(int index, Thread thread) {
        if (isOwner(index, thread)) {
            return true;
        }
        try {
            return claim(index, thread);
        } catch (StackOverflowError notNow) {
            return false;
        }
    }

    /** As {@link #owns}, but leaves it as it is. */
    @ForceInline
    static boolean isOwner(int index, Thread thread) {
        // Only the owner itself writes its number, and others do once it has ended.
        return OWNERS[index] == thread.threadId();
    }

    /**
     * Does not use the reserve of the stack: HotSpot throws when the method that has used it returns, and a release must not fail
     * here.
     * A stack overflow between taking the lock and giving it back would leave the lock taken, so the stack is checked first.
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
        } catch (OutOfMemoryError | StackOverflowError notNow) {
            return false;
        } finally {
            changing.set(false);
        }
    }

    /** What is read without the lock may be new, and then is read again. */
    private static boolean isOwned(int index) {
        WeakReference<?> owner = THREADS[index];
        return owner != null && owner.get() instanceof Thread thread && thread.isAlive();
    }

    /** The calling thread's place is another's from now on, unless owners change at this very moment. */
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
        // For the compiler: the mark is read after that.
        UNSAFE.storeFence();
        return UNSAFE.getLongAcquire(stripes, Slots.offset(index + MARK)) == OPEN || isCounted(stripes, index, number);
    }

    /** What the owner's number will be with its next release. */
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

    /** All releases by owners. Exact once all stripes are sealed, see above. */
    static long sum(long[] stripes) {
        long sum = 0;
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            sum += UNSAFE.getLongVolatile(stripes, Slots.offset(i + NUMBER));
        }
        return sum;
    }

    /** Before the handshake: from now on owners wait. */
    static void ask(long[] stripes) {
        change(stripes, OPEN, ASKING);
    }

    /** There is no handshake: all goes on. */
    static void goOn(long[] stripes) {
        change(stripes, ASKING, OPEN);
    }

    private static void change(long[] stripes, long from, long to) {
        for (int i = Stripes.SPACE; i < stripes.length; i += Stripes.SPACE) {
            UNSAFE.compareAndSetLong(stripes, Slots.offset(i + MARK), from, to);
        }
    }

    /**
     * After the handshake: these are counted, once and for all, and none that comes later is.
     *
     * @return how many they are
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
