package dev.slipstream.cli;

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

/** What the agent in a target says of its remedies, and of the last request. */
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

    /** As the agent left it after the last request. */
    static Status after(Target target) throws Failure {
        return new Status(target.properties());
    }

    /** The remedies, by name. */
    List<String> remedies() {
        return new TreeSet<>(properties.stringPropertyNames()).stream()
                .filter(key -> key.startsWith(PREFIX) && key.endsWith(STATE))
                .map(key -> key.substring(PREFIX.length(), key.length() - STATE.length())).toList();
    }

    /** Those that the last request asked for and that are active. */
    List<String> asked() {
        return remedies().stream().filter(remedy -> isAsked(remedy) && isActive(remedy)).toList();
    }

    boolean isAnyActive() {
        return remedies().stream().anyMatch(this::isActive);
    }

    private boolean isAsked(String remedy) {
        return of(remedy, "asked") != null;
    }

    private boolean isActive(String remedy) {
        return of(remedy, "state").startsWith("active");
    }

    private String of(String remedy, String what) {
        return properties.getProperty(PREFIX + remedy + "." + what);
    }

    /**
     * Ends with what the last request asked for and did not get.
     *
     * @throws Failure if there is anything of that
     */
    void check() throws Failure {
        String refused = properties.getProperty(PREFIX + "refused");
        if (refused != null) {
            throw new Failure(ExitCodes.BAD_USAGE, "nothing was changed: " + refused);
        }
        if (remedies().isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "the agent could not start there; that JVM's standard error says why");
        }
        Map<String, String> missing = new LinkedHashMap<>();
        for (String remedy : remedies()) {
            String state = of(remedy, "state");
            String why = of(remedy, "refused");
            if (why != null) {
                missing.merge(" stays as it was: " + why, remedy, (before, next) -> before + ", " + next);
            } else if (isAsked(remedy) && !state.startsWith("active") && !state.startsWith("unneeded")) {
                missing.merge(" " + state, remedy, (before, next) -> before + ", " + next);
            }
        }
        if (!missing.isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "not all that was asked: " + missing.entrySet().stream()
                    .map(each -> each.getValue() + each.getKey()).collect(Collectors.joining("; ")));
        }
    }

    /** One line if another build's agent has answered, or null. */
    String otherBuild(String ours) {
        String theirs = properties.getProperty(PREFIX + "build", "unknown");
        return theirs.equals(ours) ? null
                : "this JVM has the agent of another build, " + shorten(theirs)
                        + ", and keeps it until it ends; that has answered, not " + shorten(ours);
    }

    private static String shorten(String build) {
        return build.length() <= SHOWN_OF_A_BUILD ? build : build.substring(0, SHOWN_OF_A_BUILD);
    }

    /**
     * On the terminal, with a line on standard error where another build's agent has answered.
     *
     * @param all counters that are zero, too
     */
    void show(boolean all) throws Failure {
        print(System.out, Instant.now(), ZoneId.systemDefault(), all);
        System.out.flush();
        tellOfOtherBuild();
    }

    /**
     * Shows what the last request has changed, if it was not refused.
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
            System.err.println("slipstream: " + other);
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
            print(out, "  ", PREFIX + remedy + ".site.", " ", "");
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
