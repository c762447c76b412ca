package dev.slipstream.naming;

import org.jspecify.annotations.Nullable;

/**
 * Temporary name of a thread, see {@link ThreadNames#scoped}. For the thread that created it only.
 *
 * @since 1.0.0
 */
public final class ScopedName implements AutoCloseable {
    private final Thread thread;
    private @Nullable String former;

    ScopedName(Thread thread) {
        this.thread = thread;
        former = thread.getName();
    }

    /**
     * Restores the thread's former name, even if the thread was renamed since. A second call has no effect.
     *
     * @throws IllegalStateException if called on another thread
     */
    @Override
    public void close() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "the name of " + thread.getName() + " is restored by " + Thread.currentThread().getName());
        }
        String name = former;
        if (name != null) {
            former = null;
            ThreadNames.set(name);
        }
    }
}
