package dev.slipstream.it;

import java.util.List;

/** What a JVM left behind. */
record Ended(String command, int exitCode, String out, String err) {

    /** The lines that are ours. */
    List<String> said() {
        return err.lines().filter(line -> line.startsWith("slipstream")).toList();
    }

    @Override
    public String toString() {
        return command + "\nexit code " + exitCode + "\n-- out\n" + out + "-- err\n" + err;
    }
}
