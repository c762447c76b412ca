package dev.slipstream.cli.diagnose.profile;

/** SampleKinds that samples of threads show, as array indices. */
public final class SampleKinds {
    public static final int NAMING = 0;

    /** A transfer of one byte. */
    public static final int BUFFERING = 1;

    /** A transfer of any size. */
    public static final int TRANSFER = 2;

    public static final int ARENAS = 3;
    static final int COUNT = 4;

    /** No cost. */
    public static final int NONE = -1;

    /** No cost: in native code, waiting for others. */
    public static final int WAITING = -2;

    private SampleKinds() {
    }
}
