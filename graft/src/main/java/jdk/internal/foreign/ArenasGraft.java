package jdk.internal.foreign;

import java.lang.invoke.VarHandle;
import java.util.function.BiFunction;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What the rewritten {@code SharedSession} calls where the JDK's own body changes the number of acquires by a compare-and-set.
 * The loop around it, the exceptions, and what else a close does are the JDK's.
 *
 * <p>Who closes a session on stripes makes its {@linkplain SessionWord word} busy, seals all stripes, and so knows the exact
 * number of those who came until the last was sealed, see {@link Stripes}; then how many have come beside them, see {@link
 * Acquires}; and then how many of all have left, see {@link Releases}. All: the word is set to closed, in one step that fails
 * if a stray has come. Not all: the stripes are opened again, and the word is as before. Every acquire either is counted, or
 * finds its stripe sealed, looks at the word again, and waits until it is decided.
 *
 * <p>A slot is used again. Who has read a word, and is late, may find another session's stripes there, and leaves them alone,
 * as its own session's word has changed by then; or those of an earlier time of the same session, which stay sealed for ever. So
 * an addition that counts is to the right stripes. {@link Slots} has the argument.
 *
 * <p>Happens-before: a slot is written before the word that leads to it, which is volatile. What users did before a release
 * happens before the close that has sealed their stripe, or read their releases beside it, and so before the memory is freed.
 *
 * <p>Hazards. This runs inside acquire and release: on any thread, in any frame. It takes no lock that could make it wait, and
 * loads no class that the trial has not loaded. Waiting is spinning, as the JDK does where another thread is about to close:
 * whoever is waited for runs a few hundred instructions, unless the operating system takes the processor from it.
 */
final class ArenasGraft implements BiFunction<String, Object, Object> {
    private static final JavaLangAccess THREADS = SharedSecrets.getJavaLangAccess();

    /** Each owed release, by its session. Guarded by itself. */
    private static final SharedSession[] OWED = new SharedSession[1 << 10];

    /** How many there are. Written under the lock. */
    private static volatile int owed;

    private ArenasGraft() {
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        return new ArenasGraft();
    }

    /**
     * What the agent and tests may ask.
     *
     * <ul>
     * <li>{@code arm} has a thread started when a session is contended for the first time;
     * <li>{@code trial} returns what does not work, or null;
     * <li>{@code holds} returns whether the methods are rewritten still;
     * <li>{@code open} lets contended sessions be put on stripes from now on;
     * <li>{@code fold} puts an end to that, and all sessions back on one counter each;
     * <li>{@code counters} reads how many sessions were put on stripes, were closed from there, are there now, found no slot;
     * <li>{@code stripe} puts a session on stripes, for tests, and returns whether it is on stripes;
     * <li>{@code ahead} does so too, and has acquires counted beside the stripes from the beginning;
     * <li>{@code striped} returns whether a session is on stripes;
     * <li>{@code beside} returns how many acquires, and how many releases, were counted beside the stripes of a session that is.
     * </ul>
     */
    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "arm":
                Striping.arm((Thread) value);
                return null;
            case "trial":
                return ArenasTrial.run();
            case "holds":
                return ArenasTrial.holds();
            case "open":
                Striping.open();
                return null;
            case "fold":
                Folding.all();
                ArenasTrial.end();
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
     * In place of the compare-and-set in {@code acquire0}. After the compare-and-set neither the word nor the next one is used
     * again, which spares compiled code the registers to keep them in.
     *
     * @param next one more than the word
     * @return whether that is all; if not, the JDK's body looks at the word again
     */
    @ForceInline
    static boolean acquire(VarHandle itsWord, SharedSession session, int word, int next) {
        // What is striped is so before and after; a count that would get there needs stripes.
        return next < SessionWord.STRIPED
                ? SessionWord.compareAndSet(session, word, next) || Striping.contended(session, 1)
                : Slots.acquire(session, word, THREADS.currentCarrierThread()) || Striping.notYet(session, word);
    }

    /**
     * Replaces the compare-and-set in {@code release0}, as {@link #acquire} does in {@code acquire0}. A stack overflow before the
     * release is counted makes it an owed one. To note that calls no method, and no method is called once it has been counted.
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

    /** Makes the releases that are owed. Called where there is stack enough, before the number of users is determined. */
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
     * In place of the compare-and-exchange in {@code justClose}.
     *
     * @param none no acquires
     * @return the number of acquires, in which case nothing has changed, or what is below zero if it was closed before
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
