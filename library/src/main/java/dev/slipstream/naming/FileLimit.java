package dev.slipstream.naming;

import dev.slipstream.threads.Limits;

/** Limit on open name files, since each takes one from the application's share of open files. */
final class FileLimit {
    /** Our share is the process's limit divided by this. */
    private static final int PARTS = 4;

    private FileLimit() {
    }

    /** Returns the maximum number of open name files; the largest int if the process has no limit, or none that can be read. */
    static int share() {
        return shareOf(Limits.ofThisProcess().soft("Max open files"));
    }

    static int shareOf(long limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit / PARTS);
    }
}
