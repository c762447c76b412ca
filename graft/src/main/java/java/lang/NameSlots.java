package java.lang;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jdk.internal.misc.TerminatingThreadLocal;

/**
 * Each platform thread's slot for its native name, made at its first rename and closed when it ends. One of these per
 * activation: a thread that gets a slot of a new one lets go of those of the earlier ones.
 *
 * <p>Nothing is shared between threads but the maker, which is safe for use by several.
 */
final class NameSlots extends TerminatingThreadLocal<Predicate<String>> {
    private final Supplier<Predicate<String>> maker;
    private final NameSlots earlier;

    NameSlots(Supplier<Predicate<String>> maker, NameSlots earlier) {
        this.maker = maker;
        this.earlier = earlier;
    }

    /**
     * The current thread's slot, or null. The common pool's workers get none: on some JDKs they wipe their thread-locals between
     * tasks, this one among them, and would leave an open slot behind each time.
     */
    @Override
    protected Predicate<String> initialValue() {
        if (!NamingGraft.isActive(this)) {
            return null;
        }
        for (NameSlots each = earlier; each != null; each = each.earlier) {
            each.drop();
        }
        if (Thread.currentThread() instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool()) {
            return null;
        }
        return maker.get();
    }

    /**
     * Whether a slot will take the next rename. It may open a file to find out, which is our business: the policy in force is
     * asked about us and not about the application.
     */
    @SuppressWarnings({"removal", "unchecked"})
    static boolean isReady(Predicate<String> slot) {
        return AccessController.doPrivileged((PrivilegedAction<Boolean>) slot);
    }

    /** Called by the JDK on the thread that ends; must not throw. */
    @Override
    protected void threadTerminated(Predicate<String> slot) {
        try {
            if (slot != null) {
                ((AutoCloseable) slot).close();
            }
        } catch (Throwable nothingIsWorthBreakingTheEndOfAThread) {
            NamingGraft.failed();
        }
    }

    /** The current thread's slot is of no more use: lets go of it, so that the next rename makes another. */
    void drop() {
        Predicate<String> slot = get();
        remove();
        threadTerminated(slot);
    }
}
