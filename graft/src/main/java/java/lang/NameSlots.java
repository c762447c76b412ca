package java.lang;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import jdk.internal.misc.TerminatingThreadLocal;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Slots for the native names of platform threads. A thread's slot is made at its first rename and closed when the thread ends.
 * There is one instance per activation; a thread that gets a slot of a new activation closes its slots of earlier ones.
 *
 * <p>Threads share only the maker, which is thread-safe.
 *
 * @see "dev.slipstream.runtime.naming.NameSlot"
 */
@NullMarked
final class NameSlots extends TerminatingThreadLocal<BiPredicate<String, String>> {
    /** @see "dev.slipstream.runtime.naming.SlotMaker" */
    private final Supplier<BiPredicate<String, String>> maker;

    /** Number of threads that have a slot of this activation or are about to get one. */
    private final AtomicInteger holders = new AtomicInteger();

    /** The latest earlier activation of which a thread still has a slot. A JVM may have any number of activations. */
    private volatile @Nullable NameSlots earlier;

    /**
     * Creates the slots of an activation. For one thread at a time.
     *
     * @param latest the previous activation, which has ended, if there was one
     */
    NameSlots(Supplier<BiPredicate<String, String>> maker, @Nullable NameSlots latest) {
        this.maker = maker;
        for (NameSlots each = latest; each != null; each = each.earlier) {
            each.earlier = held(each.earlier);
        }
        earlier = held(latest);
    }

    private static @Nullable NameSlots held(@Nullable NameSlots from) {
        NameSlots each = from;
        while (each != null && each.holders.get() == 0) {
            each = each.earlier;
        }
        return each;
    }

    /**
     * Returns a new slot for the current thread; null if it gets none. Workers of the common pool get none: some JDKs erase their
     * thread-locals between tasks, which would leak an open slot each time.
     */
    @Override
    protected @Nullable BiPredicate<String, String> initialValue() {
        // Counts before the check, so that a count after the end of the activation includes this thread.
        holders.getAndIncrement();
        BiPredicate<String, String> slot = null;
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

    private @Nullable BiPredicate<String, String> make() {
        for (NameSlots each = earlier; each != null; each = each.earlier) {
            each.drop();
        }
        if (Thread.currentThread() instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool()) {
            return null;
        }
        return maker.get();
    }

    /**
     * Tells whether a slot will take the next rename. It may open a file to find out, with the agent's own permissions instead of
     * the application's.
     */
    @SuppressWarnings({"removal", "unchecked"})
    static boolean isReady(BiPredicate<String, String> slot) {
        return AccessController.doPrivileged((PrivilegedAction<Boolean>) slot);
    }

    /** Closes the slot of the ending thread. Called by the JDK on that thread; must not throw. */
    @Override
    protected void threadTerminated(@Nullable BiPredicate<String, String> slot) {
        try {
            if (slot != null) {
                holders.getAndDecrement();
                ((AutoCloseable) slot).close();
            }
        } catch (Throwable e) {
            // The end of a thread must not fail.
            NamingGraft.failed();
        }
    }

    /** Closes and forgets the current thread's slot, so that the next rename makes another. */
    void drop() {
        BiPredicate<String, String> slot = get();
        remove();
        threadTerminated(slot);
    }
}
