package dev.slipstream.stress;

/** Users of something are counted, and as long as there are some nobody can close it. */
public interface Counted {
    /** It was closed before. */
    long CLOSED_BEFORE = -1;

    /**
     * A user begins.
     *
     * @return false if it is closed
     */
    boolean acquire();

    /** A user has ended. */
    void release();

    /**
     * Closes it, unless it has users.
     *
     * @return 0 if it is closed now, how many users it has, or {@link #CLOSED_BEFORE}
     */
    long close();

    /**
     * Puts it on stripes, if that can be done now.
     *
     * @return whether it is on stripes
     */
    boolean stripe();
}
