package java.lang;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** How many threads have a slot of this activation, those among them that are just getting one. */
    private final AtomicInteger holders = new AtomicInteger();

    /** Only such as some thread still has a slot of: there may be any number of activations in the life of a JVM. */
    private volatile NameSlots earlier;

    /**
     * By one thread at a time.
     *
     * @param latest the activation before this one, which is over; may be null
     */
    NameSlots(Supplier<Predicate<String>> maker, NameSlots latest) {
        this.maker = maker;
        for (NameSlots each = latest; each != null; each = each.earlier) {
            each.earlier = held(each.earlier);
        }
        earlier = held(latest);
    }

    private static NameSlots held(NameSlots from) {
        NameSlots each = from;
        while (each != null && each.holders.get() == 0) {
            each = each.earlier;
        }
        return each;
    }

    /**
     * The current thread's slot, or null. The common pool's workers get none: on some JDKs they wipe their thread-locals between
     * tasks, this one among them, and would leave an open slot behind each time.
     */
    @Override
    protected Predicate<String> initialValue() {
        // Before the question, so that whoever counts after the end of the activation sees us.
        holders.getAndIncrement();
        Predicate<String> slot = null;
        try {
            if (NamingGraft.isActive(this)) {
                slot = make();
            }
        } finally {
            if (slot == null) {
                holders.getAndDecrement();
            }
        }
        return slot;
    }

    private Predicate<String> make() {
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
                holders.getAndDecrement();
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
