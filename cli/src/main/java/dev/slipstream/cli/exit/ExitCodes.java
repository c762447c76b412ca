package dev.slipstream.cli.exit;

import dev.slipstream.results.file.Results;
import dev.slipstream.results.stats.Verdict;

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
    /** The command to run exists, but cannot be started; shells have the same code. */
    public static final int NOT_STARTED = 126;
    /** The command to run does not exist; shells have the same code. */
    public static final int NOT_FOUND = 127;
    /** Stopped by Ctrl-C. */
    public static final int STOPPED = 130;

    private ExitCodes() {}

    /** Returns the code for the results of a proof. An undecided claim is a failure only under {@code --strict}. */
    public static int of(Results results, boolean strict) {
        if (!results.measured()) {
            return NOTHING_DONE;
        }
        return results.any(Verdict.REFUTED) || (strict && results.any(Verdict.UNDECIDED)) ? FAILED : DONE;
    }
}
