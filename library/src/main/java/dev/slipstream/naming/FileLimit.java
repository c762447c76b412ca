package dev.slipstream.naming;

import dev.slipstream.threads.Limits;

/** How many files may be open for names: the application needs its share, which an open file of ours would take from it. */
final class FileLimit {
    /** Of what the process may have, the one part of so many that is ours. */
    private static final int PARTS = 4;

    private FileLimit() {
    }

    /** As many as this; all there can be where the process has no limit, or where it cannot be read. */
    static int share() {
        return shareOf(Limits.ofThisProcess().soft("Max open files"));
    }

    static int shareOf(long limit) {
        return (int) Math.min(Integer.MAX_VALUE, limit / PARTS);
    }
}
