package dev.slipstream.naming;

import java.security.PrivilegedAction;
import java.util.function.Predicate;

/**
 * A platform thread's slot that has the JDK do every rename but one to the name that the thread bears already. For that thread
 * only, under its monitor.
 *
 * <p>Argument. The native name is the one that the thread gave itself last, since the JDK tells the operating system of no
 * other. So a rename changes nothing if its text is the one that was passed on last and the Java name still is the same:
 * another thread's rename changes the Java name alone, and what comes after it goes to the JDK, which puts both in line. What
 * was passed on was done: without a security manager the JDK refuses no name but null, which does not get here. Where there is
 * a manager it may refuse, and from then on nothing is skipped.
 */
final class SkippingSlot extends Padding implements Predicate<String>, PrivilegedAction<Boolean>, AutoCloseable, Counting {
    private final SlotCounts<SkippingSlot> counts;
    private final Thread owner;
    private boolean over;
    private String last;

    // Others read them too: a little late, at worst.
    private long renames;
    private long same;

    SkippingSlot(SlotCounts<SkippingSlot> counts) {
        this.counts = counts;
        owner = Thread.currentThread();
    }

    /**
     * The thread renames itself.
     *
     * @return true if that changes nothing; false if the caller must have the JDK do it
     */
    @Override
    public boolean test(String name) {
        if (name.equals(last) && name.equals(owner.getName())) {
            same++;
            return true;
        }
        last = over ? null : name;
        renames++;
        return false;
    }

    /** Called where there is a security manager: no rename will be taken any more. */
    @Override
    public Boolean run() {
        over = true;
        last = null;
        return false;
    }

    /** The thread ends. */
    @Override
    public void close() {
        run();
        counts.remove(this);
    }

    @Override
    public Thread owner() {
        return owner;
    }

    @Override
    public long renames() {
        return renames;
    }

    @Override
    public long same() {
        return same;
    }
}
