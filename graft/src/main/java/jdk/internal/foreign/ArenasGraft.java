package jdk.internal.foreign;

import java.lang.invoke.VarHandle;
import java.util.function.BiFunction;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What the rewritten {@code SharedSession} calls where the JDK's own body changes the number of acquires by a compare-and-set. The
 * loop around it, the exceptions and what else a close does are the JDK's.
 *
 * <p>A session's <i>word</i> is the JDK's own field. It holds the number of acquires, as ever, or -1 once it is closed; or, when
 * threads have contended for it, the number of a {@link StripedSession}, as a positive number that is too large for a count.
 * <pre>
 *   bit 30         striped
 *   bit 29         busy: one thread seals or opens the stripes, all others wait
 *   bits 12 to 23  the slot in {@link #SLOTS}
 *   bits 0 to 11   {@link #STRAYS}
 * </pre>
 * The lowest bits count, from the middle of their range, what threads add and take away that still run the JDK's own body, which they
 * entered before it was rewritten: to them the word is a number like any other.
 *
 * <p>Who closes makes the word busy, seals all stripes, and so knows the exact number of users at the moment at which the last was
 * sealed ({@link Stripes}). None: the word becomes -1, in one step that fails if a stray has come. Some: the stripes are opened
 * again. Every acquire either is counted, or finds its stripe sealed, looks at the word again, and waits until it is decided.
 *
 * <p>A slot is used again. Who has read a word, and is late, may find there another session's stripes, and leaves them alone, or an
 * earlier life's of the same session, which stay sealed. So a stripe to which something is added belongs to the word as it is.
 *
 * <p>Hazards. Most of this runs inside acquire and release, so on any thread, in any frame: no locks that could wait, no class that
 * was not loaded by the trial. Waiting is spinning, as the JDK does where a close is on its way: whoever is waited for runs a few
 * hundred instructions, unless the operating system has other plans.
 */
final class ArenasGraft implements BiFunction<String, Object, Object> {
    static final int STRIPED = 1 << 30;
    static final int BUSY = 1 << 29;
    static final int SLOT_SHIFT = 12;
    static final int SLOT_COUNT = 4096;
    static final int STRAYS = (1 << SLOT_SHIFT) - 1;
    static final int NO_STRAY = 1 << (SLOT_SHIFT - 1);

    static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final JavaLangAccess THREADS = SharedSecrets.getJavaLangAccess();
    static final long WORD = word();

    /** Written before the word that leads there. */
    static final StripedSession[] SLOTS = new StripedSession[SLOT_COUNT];

    private ArenasGraft() {
    }

    /** Since JDK 24 the number has a field of its own. */
    private static long word() {
        try {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "acquireCount");
        } catch (InternalError oneFieldForAll) {
            return UNSAFE.objectFieldOffset(MemorySessionImpl.class, "state");
        }
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        return new ArenasGraft();
    }

    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "open":
                Striping.open((Runnable) value);
                return null;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /**
     * In place of the compare-and-set in {@code acquire0} and {@code release0}.
     *
     * @param next one more, or one less
     * @return whether that is all; if not, the JDK's body begins anew
     */
    @ForceInline
    static boolean compareAndSet(VarHandle itsWord, SharedSession session, int word, int next) {
        // What is striped has the bit before and after; a count that would reach it is as good as striped.
        if ((next & STRIPED) == 0) {
            return UNSAFE.compareAndSetInt(session, WORD, word, next) || Striping.contended(session, next - word);
        }
        StripedSession striped = SLOTS[(word >>> SLOT_SHIFT) & (SLOT_COUNT - 1)];
        return striped != null && striped.refersTo(session)
                && Stripes.add(striped.stripes, THREADS.currentCarrierThread().threadId(), next - word)
                || Striping.again(session, word);
    }

    /**
     * In place of the compare-and-exchange in {@code justClose}.
     *
     * @return the number of acquires, in which case nothing has changed, or what is below zero, if it was closed before
     */
    static int compareAndExchange(VarHandle itsWord, SharedSession session, int none, int closed) {
        while (true) {
            int word = UNSAFE.getIntVolatile(session, WORD);
            if ((word & STRIPED) == 0 || word < 0) {
                int seen = UNSAFE.compareAndExchangeInt(session, WORD, none, closed);
                if (seen < 0 || (seen & STRIPED) == 0) {
                    return seen;
                }
            } else if ((word & BUSY) == 0 && UNSAFE.compareAndSetInt(session, WORD, word, word | BUSY)) {
                return Striping.close(session, closed);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
