package dev.slipstream.cli.diagnose;

/** What samples of threads show, as indices. */
final class Costs {
    static final int NAMING = 0;

    /** A transfer of one byte. */
    static final int BUFFERING = 1;

    /** A transfer of any size. */
    static final int TRANSFER = 2;

    static final int ARENAS = 3;
    static final int COUNT = 4;

    /** None of them. */
    static final int NONE = -1;

    /** In native code, waiting for others. */
    static final int WAITING = -2;

    private Costs() {
    }
}
