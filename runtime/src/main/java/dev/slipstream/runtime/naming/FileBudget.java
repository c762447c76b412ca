package dev.slipstream.runtime.naming;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Account of name files: which threads may open one. Opening and closing a file costs a thread as much as many renames, and a thread
 * that ends soon does not earn that back. So there is credit for {@value #FILES} files; each further one is paid by renames that the
 * publisher has taken over, of whichever thread. A thread that has renamed itself {@value #MANY} times gets its file anyway: by then
 * the file is less than two percent of what its renames have cost.
 *
 * <p>So whatever threads do, all files together cost at most {@value #FILES} files more than the renames save, and two percent of
 * the renames. Safe for use by several threads.
 */
final class FileBudget {
    /** Files without renames that pay for them. */
    static final int FILES = 64;

    /**
     * Renames by the JDK that cost a thread as much processor time as a file: opening it, reading the name, closing it when the
     * thread ends, and the kernel's objects for it.
     */
    static final int RENAMES_PER_FILE = 256;

    static final int MANY = 50 * RENAMES_PER_FILE;

    private final long most;

    /** In renames; from 0 to {@link #most}. */
    private final AtomicLong credit;

    /** Gets a file whatever the account. */
    private volatile Thread exempt;

    FileBudget() {
        this(FILES);
    }

    /** Creates an account with credit for another number of files. For tests. */
    FileBudget(int files) {
        most = (long) files * RENAMES_PER_FILE;
        credit = new AtomicLong(most);
    }

    /** Exempts one thread, in place of the one before. */
    void exempt(Thread thread) {
        exempt = thread;
    }

    /**
     * Tells whether a thread may open its file now, and then takes the price.
     *
     * @param renames how often the thread has renamed itself
     */
    boolean grants(Thread thread, int renames) {
        if (renames >= MANY || thread == exempt) {
            return true;
        }
        long before = credit.get();
        while (before >= RENAMES_PER_FILE) {
            if (credit.compareAndSet(before, before - RENAMES_PER_FILE)) {
                return true;
            }
            before = credit.get();
        }
        return false;
    }

    /** Adds renames that the publisher has taken over. */
    void earn(long renames) {
        long before = credit.get();
        while (before < most && !credit.compareAndSet(before, Math.min(most, before + renames))) {
            before = credit.get();
        }
    }
}
