package dev.slipstream.lab.experiment.arenas;

/** Two threads that use one arena at the same time: the caller, and one that is started here. */
final class Sharing {
    private volatile Object lent;
    private volatile boolean ended;

    /** How often each uses it. */
    private final int calls;

    Sharing(int calls) {
        this.calls = calls;
    }

    /** Starts the second thread, which waits for an arena to use, and leaves its processor to whoever wants it. */
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

    /** Returns when both have used it. */
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
