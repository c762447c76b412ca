package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The rare transitions: striping a session, and closing a striped one. {@link Folding} is the third. The session's word is busy
 * meanwhile.
 *
 * <p>Hazard. While a word is busy all other threads wait, so nothing may fail: this code allocates nothing and loads no class, and
 * checks the stack beforehand ({@link Stripes#needStack}); the JVM also reserves stack for its methods.
 */
final class Striping {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCK = UNSAFE.objectFieldOffset(Lock.class, "held");

    /** Takes longer than another thread holds the lock, unless that thread is preempted. */
    private static final int ATTEMPTS = 100_000;

    /** Average number of failed compare-and-sets before a session is striped; a power of two. With a coarse clock it may be one. */
    private static final int ONE_IN = 8;

    private static final Lock lock = new Lock();
    private static volatile boolean isOpen;

    /** Thread to start at the first contention. */
    private static final AtomicReference<Thread> opener = new AtomicReference<>();

    /** More than the start of a thread takes. */
    private static final int FRAMES = 100;

    private static final long AFTER_FAILURE_NANOS = 1_000_000_000;
    private static volatile long noAttemptBefore = System.nanoTime();

    private static final AtomicLong striped = new AtomicLong();
    private static final AtomicLong closed = new AtomicLong();
    private static final AtomicLong withoutSlot = new AtomicLong();

    /** Try-lock only; never blocks, except in {@link #shut}. */
    private static final class Lock {
        @SuppressWarnings("unused")
        volatile int held;
    }

    private Striping() {}

    static void arm(Thread atFirstContention) {
        opener.set(atFirstContention);
    }

    /** Starts the thread. After a failure the next attempt is a second later, since the JVM prints a warning for each. */
    private static void startOpener() {
        if (System.nanoTime() - noAttemptBefore < 0) {
            return;
        }
        Thread thread = opener.getAndSet(null);
        if (thread == null) {
            return;
        }
        try {
            needStack(FRAMES);
            thread.start();
        } catch (OutOfMemoryError | StackOverflowError e) {
            noAttemptBefore = System.nanoTime() + AFTER_FAILURE_NANOS;
            if (thread.getState() == Thread.State.NEW) {
                opener.compareAndSet(null, thread);
            }
        }
    }

    /**
     * Does not initialise {@link Stripes}, as its own check would: a class whose initialisation fails for want of stack or memory is
     * lost for good, and the application's acquires would throw. The self-test initialises it, on a thread of the agent.
     */
    private static int needStack(int frames) {
        return frames == 0 ? 0 : 1 + needStack(frames - 1);
    }

    static void open() {
        isOpen = true;
    }

    /** Stops striping further sessions. */
    static void shut() {
        arm(null);
        isOpen = false;
        int spins = 0;
        while (!UNSAFE.compareAndSetInt(lock, LOCK, 0, 1)) {
            spins = Spins.next(spins);
        }
        // A thread that takes the lock from here on sees that striping is shut.
        lock.held = 0;
    }

    /** Returns the sessions striped so far, closed while striped, striped now, and left without a slot. */
    static long[] counters() {
        return new long[] {striped.get(), closed.get(), Slots.used(), withoutSlot.get()};
    }

    /** Waits until a busy word changes, and makes the JDK's loop read it again. Returns false. */
    static boolean notYet(SharedSession session, int word) {
        if (SessionWord.isStriped(word)) {
            int spins = 0;
            do {
                spins = Spins.next(spins);
                word = SessionWord.of(session);
            } while (SessionWord.isStriped(word) && SessionWord.isBusy(word));
        } else {
            // The count reached a billion.
            stripe(session);
        }
        return false;
    }

    /**
     * Counts after a failed compare-and-set. If the next one fails as well, two threads contend. But compiled code reaches the
     * compare-and-set so soon after reading the word that its processor still owns the cache line: contended threads pay for
     * fetching the line, but seldom fail, and hardly ever twice. So chance stripes a session as well: long contention leads to it.
     *
     * @return whether the change is counted on the word
     */
    static boolean contended(SharedSession session, int users) {
        int word = SessionWord.of(session);
        if (word < 0 || word + users < 0 || word + users >= SessionWord.STRIPED) {
            return false;
        }
        // Hazard: no call after the change is counted.
        if (!isChosen() && SessionWord.compareAndSet(session, word, word + users)) {
            return true;
        }
        if (opener.get() != null) {
            startOpener();
        } else if (!isOpen) {
            ArenasGraft.idle();
        }
        stripe(session);
        return false;
    }

    /** Chooses one in {@link #ONE_IN} calls, without shared state that threads would contend for. */
    private static boolean isChosen() {
        return (isOpen || opener.get() != null) && (System.nanoTime() & ONE_IN - 1) == 0;
    }

    /** Stripes a session if that is possible now. */
    static void stripe(SharedSession session) {
        if (isOpen) {
            tryStripe(session, false, true, false);
        }
    }

    /**
     * Stripes a session even before {@link #open}.
     *
     * @param counts whether it is a session of the application
     * @param ahead whether all gates are open from the beginning
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
        } catch (OutOfMemoryError | StackOverflowError e) {
            // The session keeps its one counter.
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

    /** Moves the count to stripes, which are sealed until the word leads to them. */
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
     * Closes a session whose word the caller has marked busy, unless it has users.
     *
     * @return the number of users; 0 if this call closed it
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
        // At least one: the JDK would take less for closed.
        return (int) Math.max(1, Math.min(users + SessionWord.strays(word), Integer.MAX_VALUE));
    }

    /**
     * Returns the number of acquires beside stripes that the caller has sealed.
     *
     * @throws Error if the handshake failed; the session is as before it was busy
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
