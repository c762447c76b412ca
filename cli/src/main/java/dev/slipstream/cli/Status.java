package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmName;
import dev.slipstream.cli.terminal.Screen;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The status that the agent in a target reports for its remedies and for the last request. */
final class Status {
    private static final String PREFIX = "dev.slipstream.";
    private static final String STATE = ".state";
    private static final int SHOWN_OF_A_BUILD = 14;

    /** A state with its reason, as the agent writes both. */
    private static final Pattern WITH_REASON = Pattern.compile("(\\w+)(?:: (.*)| \\((.*)\\))?");

    private final long pid;
    private final Properties properties;

    Status(long pid, Properties properties) {
        this.pid = pid;
        this.properties = new Properties();
        for (String key : properties.stringPropertyNames()) {
            this.properties.setProperty(Failure.printable(key), Failure.printable(properties.getProperty(key)));
        }
    }

    /** Reads the status that the agent published after the last request. */
    static Status after(Target target) throws Failure {
        return new Status(target.pid(), target.properties());
    }

    long pid() {
        return pid;
    }

    /** Returns the main class or jar that the JVM runs; {@code process 4711} if it does not report it. */
    String name() {
        String name = JvmName.of(properties.getProperty("sun.java.command", ""));
        return name.isEmpty() ? "process " + pid : name;
    }

    /** Returns whether the JVM was started with an agent, ours or another. */
    boolean startsWithAgent() {
        return properties.getProperty("sun.jvm.args", "").contains("-javaagent:");
    }

    /** Returns the version of the JVM's JDK; empty if the agent there does not say it. */
    String jdk() {
        return properties.getProperty(PREFIX + "jdk", "");
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
        return !active().isEmpty();
    }

    /** Returns the active remedies. */
    List<String> active() {
        return remedies().stream().filter(this::isActive).toList();
    }

    private boolean isAsked(String remedy) {
        return of(remedy, "asked") != null;
    }

    /** Returns whether a remedy is active; also false if the JVM does not run Slipstream. */
    boolean isActive(String remedy) {
        String state = of(remedy, "state");
        return state != null && state.startsWith("active");
    }

    /** Returns a detail of a remedy, such as its {@code state}; null if there is none. */
    String of(String remedy, String what) {
        return properties.getProperty(PREFIX + remedy + "." + what);
    }

    /** Returns the state in one word. */
    String state(String remedy) {
        return WITH_REASON.matcher(of(remedy, "state")).replaceFirst("$1");
    }

    /** Returns the reason of the state; empty if there is none. */
    String reason(String remedy) {
        Matcher parts = WITH_REASON.matcher(of(remedy, "state"));
        return !parts.matches() ? "" : Stream.of(2, 3).map(parts::group).filter(Objects::nonNull).findFirst().orElse("");
    }

    /** Returns the time since which a remedy is active, or null. */
    Instant since(String remedy) {
        String millis = of(remedy, "since");
        return millis == null ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }

    /** Returns the settings in force, without the remedy's name. */
    Map<String, String> options(String remedy) {
        return all(remedy + ".option.");
    }

    Map<String, Long> counters(String remedy) {
        return numbers(remedy + ".counter.");
    }

    /** Returns the places in the application that pay, with their samples. */
    Map<String, Long> sites(String remedy) {
        return numbers(remedy + ".site.");
    }

    private Map<String, Long> numbers(String prefix) {
        Map<String, Long> numbers = new TreeMap<>();
        all(prefix).forEach((name, value) -> numbers.put(name, Long.valueOf(value)));
        return numbers;
    }

    private Map<String, String> all(String prefix) {
        Map<String, String> all = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(PREFIX + prefix)) {
                all.put(key.substring(PREFIX.length() + prefix.length()), properties.getProperty(key));
            }
        }
        return all;
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
            } else if ((isAsked(remedy) && !state.startsWith("active") && !state.startsWith("unneeded"))
                    || state.startsWith("stuck")) {
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
        Screen.print(StatusText.of(this, null, Instant.now(), ZoneId.systemDefault(), all));
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
}
