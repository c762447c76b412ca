package dev.slipstream.runtime.threads;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Calls for a thread that ends by itself when it was not called for a while. A call starts the next such thread, which was prepared
 * before: it may come on any thread, with any locks held.
 *
 * <p>Argument. A call writes {@code called} and then reads {@code next}. A thread that is about to end writes {@code next} and then
 * reads {@code called}. Both are volatile, so at least one of the two sees the other's write, and starts the next thread; a prepared
 * thread starts only once.
 */
@SuppressWarnings("ReturnValueIgnored")
public final class Recall {
    private final long nanos;
    private final Supplier<BooleanSupplier> launches;
    private volatile long called;
    private volatile BooleanSupplier next;

    /**
     * Prepares nothing yet.
     *
     * @param nanos how long a call counts, in nanoseconds
     * @param launches prepares the start of a thread; what it returns starts that thread, once
     */
    public Recall(long nanos, Supplier<BooleanSupplier> launches) {
        this.nanos = nanos;
        this.launches = launches;
        called = System.nanoTime() - nanos - 1;
    }

    /** Prepares a thread, in place of the one before. Called before the first call, and after an attempt to start that failed. */
    public void prepare() {
        next = launches.get();
    }

    /** Starts the prepared thread, unless it was started. */
    public void call() {
        called = System.nanoTime();
        next.getAsBoolean();
    }

    /** Returns whether there was a call a short time ago: the thread goes on. */
    public boolean isRecent() {
        return System.nanoTime() - called <= nanos;
    }

    /** Prepares the next thread, and starts it if there was a call meanwhile. Called by the thread before it ends. */
    public void end() {
        prepare();
        if (isRecent()) {
            next.getAsBoolean();
        }
    }
}
