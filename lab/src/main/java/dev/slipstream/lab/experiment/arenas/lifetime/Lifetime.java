package dev.slipstream.lab.experiment.arenas.lifetime;

/** Users of a resource are counted, and as long as there are some it cannot be closed. For any number of threads. */
public interface Lifetime {
    /**
     * Counts another user.
     *
     * @throws IllegalStateException if it is closed
     */
    void acquire();

    /**
     * A user has ended, on whatever thread.
     *
     * @throws IllegalStateException if there is none; not every lifetime notices
     */
    void release();

    /**
     * Closes it, once.
     *
     * @throws IllegalStateException if it has users, or was closed before
     */
    void close();
}
