package dev.slipstream.it;

import java.util.List;

/** Outcome of a process that has ended. */
record Ended(String command, int exitCode, String out, String err) {

    /** Returns the lines that Slipstream has printed to stderr. */
    List<String> said() {
        return err.lines().filter(line -> line.startsWith("slipstream")).toList();
    }

    @Override
    public String toString() {
        return command + "\nexit code " + exitCode + "\n-- out\n" + out + "-- err\n" + err;
    }
}
