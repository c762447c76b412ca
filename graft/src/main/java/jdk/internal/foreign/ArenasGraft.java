package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import java.lang.invoke.VarHandle;
import java.util.function.BiFunction;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Replacement of the compare-and-set by which {@code SharedSession} changes its number of acquires. The loop around it, the
 * exceptions, and the rest of a close stay the JDK's.
 *
 * <p>A session under contention counts its users on <i>stripes</i>, and its {@linkplain SessionWord word} leads to the <i>slot</i>
 * that holds them. {@code close} marks the word busy and seals all stripes. It then knows the exact number of acquires on stripes
 * ({@link Stripes}), of acquires counted beside them ({@link Acquires}), and of releases ({@link Releases}). If all acquires were
 * released, one compare-and-set sets the word to closed; it fails if a stray acquire has changed the word. Otherwise {@code close}
 * opens the stripes and restores the word. An acquire is either counted, or finds its stripe sealed; it then reads the word again
 * and waits for the decision.
 *
 * <p>Slots are reused. A thread that holds a stale word may see another session's stripes. It leaves them alone, since its own
 * session's word has changed. Or it may see older stripes of the same session, which stay sealed. So a successful addition always
 * reaches the right stripes. {@link Slots} has the argument.
 *
 * <p>Happens-before: a slot is written before the word that leads to it, which is volatile. The actions of a user before its
 * release happen before the close that sealed its stripe or read its releases, and so before the memory is freed.
 *
 * <p>Hazards. This code runs inside acquire and release, on any thread and in any frame. It never blocks on a lock, and loads no
 * class that the self-test has not loaded. It waits by spinning, as the JDK does while another thread closes; the other thread needs a
 * few hundred instructions, unless the operating system preempts it.
 */
@NullMarked
final class ArenasGraft implements BiFunction<String, Object, Object> {
    private static final JavaLangAccess THREADS = SharedSecrets.getJavaLangAccess();

    /** The sessions of owed releases. Guarded by itself. */
    private static final @Nullable SharedSession[] OWED = new SharedSession[1 << 10];

    /** The number of owed releases. Written under the lock. */
    private static volatile int owed;

    private ArenasGraft() {}

    /** Returns the control object for the agent. */
    static BiFunction<String, Object, Object> control() {
        return new ArenasGraft();
    }

    /**
     * Handles a request of the agent or of a test.
     *
     * <ul>
     * <li>{@code arm} sets the thread to start at the first contention;
     * <li>{@code self-test} returns the failure, or null;
     * <li>{@code holds} returns whether the methods are still rewritten;
     * <li>{@code open} begins to stripe contended sessions;
     * <li>{@code fold} stops that, and folds all sessions back to one counter each;
     * <li>{@code counters} returns the numbers of sessions striped so far, closed while striped, striped now, and without a slot;
     * <li>{@code stripe} stripes a session, for tests, and returns whether it is striped;
     * <li>{@code ahead} does the same with all gates open from the beginning;
     * <li>{@code striped} returns whether a session is striped;
     * <li>{@code beside} returns the numbers of acquires and of releases counted beside the stripes of a striped session.
     * </ul>
     *
     * @see "dev.slipstream.agent.arenas.ArenasSwitch"
     */
    @Override
    @SuppressWarnings("NullAway") // A request for a session has one, which is striped.
    public @Nullable Object apply(String what, @Nullable Object value) {
        switch (what) {
            case "arm":
                Striping.arm((Thread) value);
                return null;
            case "self-test":
                return ArenasSelfTest.run();
            case "holds":
                return ArenasSelfTest.holds();
            case "open":
                Striping.open();
                return null;
            case "fold":
                Folding.all();
                ArenasSelfTest.end();
                return null;
            case "counters":
                return Striping.counters();
            case "stripe":
            case "ahead":
                Striping.stripeAnyway((SharedSession) value, true, what.equals("ahead"));
                return SessionWord.isStriped(SessionWord.of((SharedSession) value));
            case "striped":
                return SessionWord.isStriped(SessionWord.of((SharedSession) value));
            case "beside":
                long[] stripes = Slots.stripes((SharedSession) value);
                return new long[] {Acquires.sum(stripes), Releases.sum(stripes)};
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /**
     * Replaces the compare-and-set in {@code acquire0}. Neither {@code word} nor {@code next} is used after the compare-and-set,
     * so compiled code needs no registers to keep them.
     *
     * @param next {@code word + 1}
     * @return whether the acquire is counted; if not, the JDK's body reads the word again
     */
    @ForceInline
    static boolean acquire(VarHandle itsWord, SharedSession session, int word, int next) {
        // A striped word stays in that range. A count that would reach it needs stripes.
        return next < SessionWord.STRIPED
                ? SessionWord.compareAndSet(session, word, next) || Striping.contended(session, 1)
                : Slots.acquire(session, word, THREADS.currentCarrierThread()) || Striping.notYet(session, word);
    }

    /**
     * Replaces the compare-and-set in {@code release0}, as {@link #acquire} does in {@code acquire0}. A stack overflow before the
     * release is counted makes it an owed one. Noting that calls no method, and no method is called after the release is counted.
     */
    @ForceInline
    static boolean release(VarHandle itsWord, SharedSession session, int word, int next) {
        try {
            return next < SessionWord.STRIPED
                    ? SessionWord.compareAndSet(session, word, next) || Striping.contended(session, -1)
                    : Slots.release(session, word, THREADS.currentCarrierThread()) || Striping.notYet(session, word);
        } catch (StackOverflowError e) {
            synchronized (OWED) {
                if (owed == OWED.length) {
                    throw e;
                }
                OWED[owed++] = session;
            }
            return true;
        }
    }

    /**
     * Called in a baked JDK when {@code SharedSession} is initialised. Initialises what a contended acquire uses: it may run near the
     * end of the stack, where a class whose initialisation fails would be lost for good. The agent's self-test does the same.
     */
    static void ready() {
        SessionWord.isStriped(0);
        Striping.counters();
    }

    /**
     * Called while the remedy is not in force. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}

    /** Makes the owed releases. Called where there is enough stack, before the number of users is determined. */
    static void settle() {
        while (owed != 0) {
            SharedSession session;
            synchronized (OWED) {
                if (owed == 0) {
                    return;
                }
                session = OWED[--owed];
                OWED[owed] = null;
            }
            session.release0();
        }
    }

    /**
     * Replaces the compare-and-exchange in {@code justClose}.
     *
     * @param none the word of a session without acquires
     * @param closed the word of a closed session
     * @return {@code none} if this call closed the session; the number of acquires that prevent it, with nothing changed; or a
     *     negative number if the session was closed before
     */
    static int close(VarHandle itsWord, SharedSession session, int none, int closed) {
        settle();
        int spins = 0;
        while (true) {
            int word = SessionWord.compareAndExchange(session, none, closed);
            if (!SessionWord.isStriped(word)) {
                return word;
            }
            Stripes.needStack();
            if (!SessionWord.isBusy(word) && SessionWord.compareAndSet(session, word, word | SessionWord.BUSY)) {
                return Striping.close(session, closed);
            }
            spins = Spins.next(spins);
        }
    }
}
