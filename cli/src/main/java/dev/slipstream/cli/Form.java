package dev.slipstream.cli;

import picocli.CommandLine.Option;

/** The form of a command's output, unless it is text that is shown once. */
final class Form {
    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(names = "--watch", description = "Shows it again every two seconds, until Ctrl-C.")
    private boolean watch;

    boolean isJson() {
        return json;
    }

    boolean isLive() {
        return watch;
    }
}
