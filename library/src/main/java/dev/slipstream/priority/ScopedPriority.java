package dev.slipstream.priority;

/** A native priority for a while, see {@link Priorities#scoped}. For the thread that it was made on. */
public final class ScopedPriority implements AutoCloseable {
    private final Thread thread;
    private final Level former;
    private final Applied applied;
    private Applied restored;

    ScopedPriority(Thread thread, Level former, Applied applied) {
        this.thread = thread;
        this.former = former;
        this.applied = applied;
    }

    /** What has become of the level that was asked for. */
    public Applied applied() {
        return applied;
    }

    /**
     * Gives the thread its former level back. The second time it does nothing, and returns the same.
     *
     * @return what has become of that; refused where the process may lower threads and not raise them, and then the thread stays
     * low
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

    /** {@link #restore}; what has become of it can be asked again afterwards. */
    @Override
    public void close() {
        restore();
    }
}
