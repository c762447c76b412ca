package dev.slipstream.cli.diagnose.source;

/** Threads that do not keep the command line from ending. */
final class Threads {
    private Threads() {
    }

    /** A new thread, not started. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
