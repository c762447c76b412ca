package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.terminal.Screen;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The status that the agent in a target reports for its remedies and for the last request. */
final class Status {
    private static final String PREFIX = "dev.slipstream.";
    private static final String STATE = ".state";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int SHOWN_OF_A_BUILD = 14;

    private final Properties properties;

    Status(Properties properties) {
        this.properties = new Properties();
        for (String key : properties.stringPropertyNames()) {
            this.properties.setProperty(Failure.printable(key), Failure.printable(properties.getProperty(key)));
        }
    }

    /** Reads the status that the agent published after the last request. */
    static Status after(Target target) throws Failure {
        return new Status(target.properties());
    }

    /** Returns the names of the remedies. */
    List<String> remedies() {
        return new TreeSet<>(properties.stringPropertyNames()).stream()
                .filter(key -> key.startsWith(PREFIX) && key.endsWith(STATE))
                .map(key -> key.substring(PREFIX.length(), key.length() - STATE.length())).toList();
    }

    /** Returns the active remedies that the last request asked for. */
    List<String> asked() {
        return remedies().stream().filter(remedy -> isAsked(remedy) && isActive(remedy)).toList();
    }

    boolean isAnyActive() {
        return remedies().stream().anyMatch(this::isActive);
    }

    /** Returns the settings in force, without the remedy's name. */
    Map<String, String> options(String remedy) {
        String prefix = PREFIX + remedy + ".option.";
        Map<String, String> options = new LinkedHashMap<>();
        properties.stringPropertyNames().stream().filter(key -> key.startsWith(prefix))
                .forEach(key -> options.put(key.substring(prefix.length()), properties.getProperty(key)));
        return options;
    }

    private boolean isAsked(String remedy) {
        return of(remedy, "asked") != null;
    }

    /** Returns whether a remedy is active; also false if the JVM does not run Slipstream. */
    boolean isActive(String remedy) {
        String state = of(remedy, "state");
        return state != null && state.startsWith("active");
    }

    private String of(String remedy, String what) {
        return properties.getProperty(PREFIX + remedy + "." + what);
    }

    /**
     * Fails if any part of the last request was refused or did not take effect.
     *
     * @throws Failure if so; the message lists those parts
     */
    void check() throws Failure {
        String refused = properties.getProperty(PREFIX + "refused");
        if (refused != null) {
            throw new Failure(ExitCodes.BAD_USAGE, "nothing was changed: " + refused);
        }
        if (remedies().isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "the agent could not start in that JVM; its standard error has the reason");
        }
        Map<String, String> missing = new LinkedHashMap<>();
        for (String remedy : remedies()) {
            String state = of(remedy, "state");
            String why = of(remedy, "refused");
            if (why != null) {
                missing.merge(" is unchanged: " + why, remedy, (before, next) -> before + ", " + next);
            } else if (isAsked(remedy) && !state.startsWith("active") && !state.startsWith("unneeded") || state.startsWith("stuck")) {
                missing.merge(" " + state, remedy, (before, next) -> before + ", " + next);
            }
        }
        if (!missing.isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "not all of the request was carried out: " + missing.entrySet().stream()
                    .map(each -> each.getValue() + each.getKey()).collect(Collectors.joining("; ")));
        }
    }

    /** Returns one line if the agent that answered is of another build, or null. */
    String otherBuild(String ours) {
        String theirs = properties.getProperty(PREFIX + "build", "unknown");
        return theirs.equals(ours) ? null
                : "this JVM has loaded agent build " + shorten(theirs) + " and keeps it until it exits; the answer is from that"
                        + " build, not from " + shorten(ours);
    }

    private static String shorten(String build) {
        return build.length() <= SHOWN_OF_A_BUILD ? build : build.substring(0, SHOWN_OF_A_BUILD);
    }

    /**
     * Prints the status on standard output. If an agent of another build has answered, prints a line on standard error.
     *
     * @param all whether to print counters that are zero
     */
    void show(boolean all) throws Failure {
        print(System.out, Instant.now(), ZoneId.systemDefault(), all);
        System.out.flush();
        tellOfOtherBuild();
    }

    /**
     * Shows the status after the last request unless it was refused, then checks it.
     *
     * @throws Failure as {@link #check}
     */
    void conclude() throws Failure {
        if (properties.getProperty(PREFIX + "refused") == null) {
            show(false);
        } else {
            tellOfOtherBuild();
        }
        check();
    }

    private void tellOfOtherBuild() throws Failure {
        String other = otherBuild(OneJar.build());
        if (other != null) {
            Screen.tell("slipstream: " + other);
        }
    }

    void print(PrintStream out, Instant now, ZoneId zone, boolean all) {
        for (String remedy : remedies()) {
            String change = of(remedy, "change");
            out.println(remedy + ": " + of(remedy, "state") + (change == null ? "" : ", " + change));
            String since = of(remedy, "since");
            if (since != null) {
                Instant then = Instant.ofEpochMilli(Long.parseLong(since));
                out.println("  since " + TIME.format(then.atZone(zone)) + ", for " + words(Duration.between(then, now)));
            }
            String again = of(remedy, "rewrittenAgain");
            if (again != null && !again.equals("0")) {
                out.println("  undone by another agent, and rewritten again: " + again);
            }
            print(out, "  option ", PREFIX + remedy + ".option.", "=", "");
            print(out, "  ", PREFIX + remedy + ".counter.", " ", all ? "" : "0");
            print(out, "  ", PREFIX + remedy + ".site.", ", samples ", "");
        }
    }

    static String words(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        }
        if (seconds < 2 * HOUR) {
            return seconds / MINUTE + " min";
        }
        return seconds < 2 * DAY ? seconds / HOUR + " h" : seconds / DAY + " days";
    }

    private void print(PrintStream out, String indent, String prefix, String between, String without) {
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (key.startsWith(prefix) && !properties.getProperty(key).equals(without)) {
                out.println(indent + key.substring(prefix.length()) + between + properties.getProperty(key));
            }
        }
    }
}
