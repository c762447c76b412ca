package dev.slipstream.lab.experiment.arenas;

/** Two threads that use one arena concurrently: the caller, and a helper thread. */
final class Sharing {
    private volatile Object lent;
    private volatile boolean ended;

    /** The number of calls by each thread. */
    private final int calls;

    Sharing(int calls) {
        this.calls = calls;
    }

    /** Starts the helper, which waits for an arena to use, and yields its processor meanwhile. */
    void start() {
        Thread other = new Thread(this::help, "helper");
        other.setDaemon(true);
        other.start();
    }

    private void help() {
        try {
            while (!ended) {
                Object segment = lent;
                if (segment == null) {
                    Thread.yield();
                } else {
                    call(segment);
                    lent = null;
                }
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Uses the segment's arena on both threads, and returns when both are done. */
    void use(Object segment) throws Throwable {
        lent = segment;
        call(segment);
        while (lent != null) {
            Thread.yield();
        }
    }

    private void call(Object segment) throws Throwable {
        for (int i = 0; i < calls; i++) {
            int ignored = (int) Foreign.TAKES_THREE.invokeExact(segment, segment, segment);
        }
    }

    void end() {
        ended = true;
    }
}
