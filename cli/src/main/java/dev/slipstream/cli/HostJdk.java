package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;

/** The JDK that runs the command line. */
final class HostJdk {
    private static final int NEWEST_PARSER = 25;

    private HostJdk() {
    }

    /**
     * Ends a command that measures, or reads recordings of newer JDKs, if this JDK is too old.
     *
     * @throws Failure if this JDK is older than those that the command is tested on
     */
    static void mustBeNew(String command) throws Failure {
        int feature = Runtime.version().feature();
        if (feature < NEWEST_PARSER) {
            throw new Failure(ExitCodes.BAD_USAGE, command + " requires JDK " + NEWEST_PARSER + " or newer, but runs on "
                    + Runtime.version() + "; the JVMs that it examines may be older");
        }
    }
}
