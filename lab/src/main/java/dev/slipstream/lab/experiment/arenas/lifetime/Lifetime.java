package dev.slipstream.lab.experiment.arenas.lifetime;

/** Lifetime of a resource, which counts its users and cannot be closed while it has any. Thread-safe. */
public interface Lifetime {
    /**
     * Counts another user.
     *
     * @throws IllegalStateException if it is closed
     */
    void acquire();

    /**
     * Removes a user, on any thread.
     *
     * @throws IllegalStateException if there is no user; not every implementation detects this
     */
    void release();

    /**
     * Closes the resource, once.
     *
     * @throws IllegalStateException if it has users, or is already closed
     */
    void close();
}
