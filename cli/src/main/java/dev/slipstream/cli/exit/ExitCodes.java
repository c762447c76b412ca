package dev.slipstream.cli.exit;

/** Exit codes of the command line. */
public final class ExitCodes {
    /** Success: the command is done, and no claim was refuted. */
    public static final int DONE = 0;
    /** A claim did not hold, or a check failed. */
    public static final int FAILED = 1;
    /** Bad usage or input. */
    public static final int BAD_USAGE = 2;
    /** Nothing could be measured or attached. */
    public static final int NOTHING_DONE = 3;
    /** Stopped by Ctrl-C. */
    public static final int STOPPED = 130;

    private ExitCodes() {
    }
}
