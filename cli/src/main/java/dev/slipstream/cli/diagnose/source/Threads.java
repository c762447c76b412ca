package dev.slipstream.cli.diagnose.source;

/** Creates threads that do not keep the command line from ending. */
final class Threads {
    private Threads() {
    }

    /** Returns a new daemon thread, not started. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
