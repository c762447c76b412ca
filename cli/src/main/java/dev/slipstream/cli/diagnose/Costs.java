package dev.slipstream.cli.diagnose;

/** Costs that samples of threads show, as array indices. */
final class Costs {
    static final int NAMING = 0;

    /** A transfer of one byte. */
    static final int BUFFERING = 1;

    /** A transfer of any size. */
    static final int TRANSFER = 2;

    static final int ARENAS = 3;
    static final int COUNT = 4;

    /** No cost. */
    static final int NONE = -1;

    /** No cost: in native code, waiting for others. */
    static final int WAITING = -2;

    private Costs() {
    }
}
