package dev.slipstream.cli;

/** What the command line's exit codes mean. */
final class ExitCodes {
    /** Done, and every claim held. */
    static final int DONE = 0;
    /** A claim did not hold, or a check failed. */
    static final int FAILED = 1;
    /** Bad usage or input. */
    static final int BAD_USAGE = 2;
    /** Nothing could be measured or attached. */
    static final int NOTHING_DONE = 3;

    private ExitCodes() {
    }
}
