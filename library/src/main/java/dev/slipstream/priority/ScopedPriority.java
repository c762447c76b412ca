package dev.slipstream.priority;

import org.jspecify.annotations.Nullable;

/**
 * Native priority for the duration of a scope, see {@link Priorities#scoped}. Confined to the thread that made it.
 *
 * @since 1.0.0
 */
public final class ScopedPriority implements AutoCloseable {
    private final Thread thread;
    private final Level former;
    private final Applied applied;
    private @Nullable Applied restored;

    ScopedPriority(Thread thread, Level former, Applied applied) {
        this.thread = thread;
        this.former = former;
        this.applied = applied;
    }

    /** {@return the result of setting the requested level} */
    public Applied applied() {
        return applied;
    }

    /**
     * Gives the thread its former level back. A second call does nothing and returns the same result.
     *
     * @return the result; refused where the process may lower threads but not raise them, in which case the thread stays low
     * @throws IllegalStateException if called on another thread
     */
    public Applied restore() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "the priority of " + thread.getName() + " is restored by " + Thread.currentThread().getName());
        }
        if (restored == null) {
            restored = applied.isAsAsked() ? Priorities.set(former) : applied;
        }
        return restored;
    }

    /** Calls {@link #restore}; a further call of that returns the result. */
    @Override
    public void close() {
        restore();
    }
}
