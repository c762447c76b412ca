package dev.slipstream.testkit;

import java.util.List;

/** Outcome of a process that has ended. */
public record Ended(String command, int exitCode, String out, String err) {

    /** Returns the lines that Slipstream has printed to stderr. */
    public List<String> said() {
        return err.lines().filter(line -> line.startsWith("slipstream")).toList();
    }

    @Override
    public String toString() {
        return command + "\nexit code " + exitCode + "\n-- out\n" + out + "-- err\n" + err;
    }
}
