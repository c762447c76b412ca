package dev.slipstream.cli;

import java.io.PrintStream;
import java.util.Properties;
import java.util.TreeSet;

/** What the agent in a target says of its remedies. */
final class Status {
    private static final String PREFIX = "dev.slipstream.";

    private final Properties properties;

    private Status(Properties properties) {
        this.properties = properties;
    }

    /** As the agent left it after the last request. */
    static Status after(Target target) throws Failure {
        return new Status(target.properties());
    }

    void print(PrintStream out) {
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (key.startsWith(PREFIX) && key.endsWith(".state")) {
                String remedy = key.substring(PREFIX.length(), key.length() - ".state".length());
                out.println(remedy + ": " + properties.getProperty(key));
                print(out, PREFIX + remedy + ".counter.");
                print(out, PREFIX + remedy + ".site.");
            }
        }
    }

    private void print(PrintStream out, String prefix) {
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (key.startsWith(prefix)) {
                out.println("  " + key.substring(prefix.length()) + " " + properties.getProperty(key));
            }
        }
    }
}
