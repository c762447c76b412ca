package jdk.internal.foreign;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The rare parts: a session is put on stripes, or is closed there; {@link Folding} puts it back on one counter. While one thread
 * does that to a session the session's word is busy.
 *
 * <p>Between making a word busy and ending that, nothing may fail, or all others would wait for ever: nothing is allocated there,
 * no class loaded, and there is stack enough ({@link Stripes#needStack}), of which the JVM keeps a reserve besides.
 */
final class Striping {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCK = UNSAFE.objectFieldOffset(Lock.class, "held");

    /** Others hold the lock for less than that takes, unless they lose the processor. */
    private static final int ATTEMPTS = 100_000;

    /** A power of two: so many failures on average. Where the clock is coarse it may be the first one. */
    private static final int ONE_IN = 8;

    private static final Lock lock = new Lock();
    private static volatile boolean isOpen;

    /** What is to be started when it would be worth while to be open. */
    private static final AtomicReference<Thread> opener = new AtomicReference<>();

    private static final long AFTER_FAILURE_NANOS = 1_000_000_000;
    private static volatile long noAttemptBefore = System.nanoTime();

    private static final AtomicLong striped = new AtomicLong();
    private static final AtomicLong closed = new AtomicLong();
    private static final AtomicLong withoutSlot = new AtomicLong();

    /** Nobody waits for it. */
    private static final class Lock {
        volatile int held;
    }

    private Striping() {
    }

    static void arm(Thread atFirstContention) {
        opener.set(atFirstContention);
    }

    /** If it cannot be started now, a contention may a second later: each attempt prints a warning of the JVM. */
    private static void startOpener() {
        if (System.nanoTime() - noAttemptBefore < 0) {
            return;
        }
        Thread thread = opener.getAndSet(null);
        if (thread == null) {
            return;
        }
        try {
            Stripes.needStack();
            thread.start();
        } catch (OutOfMemoryError | StackOverflowError notNow) {
            noAttemptBefore = System.nanoTime() + AFTER_FAILURE_NANOS;
            if (thread.getState() == Thread.State.NEW) {
                opener.compareAndSet(null, thread);
            }
        }
    }

    static void open() {
        isOpen = true;
    }

    /** From now on none is put on stripes. */
    static void shut() {
        arm(null);
        isOpen = false;
        int spins = 0;
        while (!UNSAFE.compareAndSetInt(lock, LOCK, 0, 1)) {
            spins = Spins.next(spins);
        }
        // Whoever takes the lock from now on sees that it is not open.
        lock.held = 0;
    }

    /** In a fixed order. */
    static long[] counters() {
        return new long[] {striped.get(), closed.get(), Slots.used(), withoutSlot.get()};
    }

    /** The word is about to change, or has: the JDK's loop is to look again, but not before there is something to see. */
    static boolean notYet(SharedSession session, int word) {
        if (SessionWord.isStriped(word)) {
            int spins = 0;
            do {
                spins = Spins.next(spins);
                word = SessionWord.of(session);
            } while (SessionWord.isStriped(word) && SessionWord.isBusy(word));
        } else {
            // A count of a billion.
            stripe(session);
        }
        return false;
    }

    /**
     * A compare-and-set has failed. If the next one fails as well, two threads are at it at the same time. But compiled code
     * comes to either so soon after reading the word that its processor still has that to itself: it pays for fetching it, but
     * seldom fails, and hardly ever twice. So chance decides, too, and what threads contend for long is put on stripes.
     *
     * @return whether it has not
     */
    static boolean contended(SharedSession session, int users) {
        int word = SessionWord.of(session);
        if (word < 0 || word + users < 0 || word + users >= SessionWord.STRIPED) {
            return false;
        }
        // Nothing is called once it has been counted.
        if (!isChosen() && SessionWord.compareAndSet(session, word, word + users)) {
            return true;
        }
        if (opener.get() != null) {
            startOpener();
        }
        stripe(session);
        return false;
    }

    /** One in so many, without anything that threads would contend for. */
    private static boolean isChosen() {
        return (isOpen || opener.get() != null) && (System.nanoTime() & ONE_IN - 1) == 0;
    }

    /** Puts a session on stripes, unless that cannot be done now. */
    static void stripe(SharedSession session) {
        if (isOpen) {
            tryStripe(session, false, true, false);
        }
    }

    /**
     * Puts a session on stripes, even if that is not open yet.
     *
     * @param counts whether it is one of the application's
     * @param ahead whether acquires are counted beside the stripes from the beginning
     */
    static void stripeAnyway(SharedSession session, boolean counts, boolean ahead) {
        for (int i = 0; i < ATTEMPTS && !SessionWord.isStriped(SessionWord.of(session)); i++) {
            tryStripe(session, true, counts, ahead);
            Thread.onSpinWait();
        }
    }

    private static void tryStripe(SharedSession session, boolean anyway, boolean counts, boolean ahead) {
        if (!UNSAFE.compareAndSetInt(lock, LOCK, 0, 1)) {
            return;
        }
        try {
            if ((isOpen || anyway) && !SessionWord.isStriped(SessionWord.of(session))) {
                Stripes.needStack();
                stripeLocked(session, counts, ahead);
            }
        } catch (OutOfMemoryError | StackOverflowError itStaysAsItIs) {
            withoutSlot.getAndIncrement();
        } finally {
            lock.held = 0;
        }
    }

    private static void stripeLocked(SharedSession session, boolean counts, boolean ahead) {
        int slot = Slots.free(session);
        if (slot < 0) {
            withoutSlot.getAndIncrement();
            return;
        }
        long[] stripes = Stripes.sealed();
        if (ahead) {
            Acquires.openAll(stripes);
        }
        Slots.take(slot, new StripedSession(session, counts), stripes);
        if (!move(session, slot, stripes)) {
            Slots.giveBack(slot);
        } else if (counts) {
            striped.getAndIncrement();
        }
    }

    /** From one counter to stripes, which are sealed until the word leads to them, so that nobody adds to what nobody sees. */
    @ReservedStackAccess
    private static boolean move(SharedSession session, int slot, long[] stripes) {
        int word = SessionWord.of(session);
        while (word >= 0 && !SessionWord.isStriped(word)) {
            if (SessionWord.compareAndSet(session, word, SessionWord.busy(slot))) {
                Stripes.open(stripes, word);
                SessionWord.idle(session);
                return true;
            }
            word = SessionWord.of(session);
        }
        return false;
    }

    /**
     * Closes a session whose word the caller has made busy, unless it has users.
     *
     * @return how many users it has
     */
    @ReservedStackAccess
    static int close(SharedSession session, int toClosed) {
        int slot = SessionWord.slot(SessionWord.of(session));
        long[] stripes = Slots.stripes(slot);
        long onStripes = Stripes.seal(stripes);
        long users = onStripes + acquired(session, slot, onStripes) - Releases.sum(stripes);
        int word = SessionWord.of(session);
        while (users + SessionWord.strays(word) == 0) {
            if (SessionWord.compareAndSet(session, word, toClosed)) {
                closed.getAndAdd(Slots.owner(slot).counts ? 1 : 0);
                Slots.giveBack(slot);
                return 0;
            }
            word = SessionWord.of(session);
        }
        Stripes.open(stripes, onStripes);
        SessionWord.idle(session);
        // Never less than one, which the JDK would take for closed, and wait for.
        return (int) Math.max(1, Math.min(users + SessionWord.strays(word), Integer.MAX_VALUE));
    }

    /**
     * The number of acquires beside stripes that the caller has sealed.
     *
     * @throws Error if that cannot be known, with the session as it was before it was busy
     */
    static long acquired(SharedSession session, int slot, long onStripes) {
        long[] stripes = Slots.stripes(slot);
        boolean settled = false;
        try {
            long acquired = Acquires.settle(stripes, Slots.owner(slot));
            settled = true;
            return acquired;
        } finally {
            if (!settled) {
                Stripes.open(stripes, onStripes);
                SessionWord.idle(session);
            }
        }
    }
}
