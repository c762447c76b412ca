package dev.slipstream.buffering;

/** The thread that a stream is used by. Asked only where a buffer is filled or emptied, so it costs nothing that counts. */
final class Owner {
    private Thread thread;

    /**
     * Whoever comes first is the owner.
     *
     * @throws IllegalStateException if somebody else came before
     */
    void check() {
        Thread current = Thread.currentThread();
        if (thread != current) {
            take(current);
        }
    }

    private void take(Thread current) {
        Thread owner = thread;
        if (owner != null) {
            throw new IllegalStateException("used by " + current + ", but it belongs to " + owner
                    + ", which can give it away by handOver()");
        }
        thread = current;
    }

    /** There is no owner until somebody comes. */
    void handOver() {
        thread = null;
    }
}
