package dev.slipstream.buffering;

import org.jspecify.annotations.Nullable;

/** Owning thread of a stream. Checked only where a buffer is filled or emptied, so its cost is negligible. */
final class Owner {
    private @Nullable Thread thread;

    /**
     * Makes the current thread the owner, if there is none.
     *
     * @throws IllegalStateException if another thread is the owner
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

    /** Removes the owner; the next thread to be checked becomes the owner. */
    void handOver() {
        thread = null;
    }
}
