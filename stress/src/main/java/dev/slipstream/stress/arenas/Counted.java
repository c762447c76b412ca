package dev.slipstream.stress.arenas;

/** Resource that counts its users and cannot be closed while it has any. */
public interface Counted {
    /** Result of a close of a closed resource. */
    long CLOSED_BEFORE = -1;

    /**
     * Begins a use.
     *
     * @return false if it is closed
     */
    boolean acquire();

    /** Ends a use. */
    void release();

    /**
     * Closes the resource unless it has users.
     *
     * @return 0 if this call closed it, the number of users that prevent it, or {@link #CLOSED_BEFORE}
     */
    long close();

    /**
     * Puts the resource on stripes if that is possible now.
     *
     * @return whether it is on stripes
     */
    boolean stripe();
}
