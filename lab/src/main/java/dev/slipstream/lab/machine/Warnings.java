package dev.slipstream.lab.machine;

import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Environment.Container;
import dev.slipstream.results.file.Environment.Java;
import dev.slipstream.results.file.Environment.Load;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Warnings about untrustworthy figures, with advice. Pure functions of the environment. */
public final class Warnings {
    /** The load before the run is measured for a second, of which a single start of a cron job takes more than a few per cent. */
    static final double BUSY_BEFORE = 0.10;

    /** In a whole run such a share is no accident, and as large as claimed effects. */
    static final double BUSY_DURING = 0.05;

    /** Stolen time comes in pieces, each of which hits a single fork. */
    static final double STOLEN = 0.02;

    /** With less than two, the program, the compiler and the collector take turns. */
    static final double FEWEST_CPUS = 2;

    /** Room for a fork's heap and stacks and the page cache. */
    static final long LEAST_MEMORY = 2L << 30;

    private Warnings() {}

    /**
     * Facts that only warnings use.
     *
     * @param availableBytes memory available without swapping, null if unknown
     * @param traced whether a debugger or tracer is attached to this process
     * @param arguments the options of this JVM
     */
    record Facts(@Nullable Long availableBytes, boolean traced, List<String> arguments) {}

    /** Returns all warnings. */
    static List<String> of(Environment found, Facts facts) {
        List<String> warnings = new ArrayList<>();
        loads(found, warnings);
        processors(found, warnings);
        memory(found, facts, warnings);
        debuggers(found, facts, warnings);
        found.variables().forEach((name, value) -> warnings.add(name + " is set (" + value
                + ") and changes every JVM that is measured: unset it."));
        found.jdks().forEach(jdk -> warnings.addAll(of(jdk)));
        return warnings;
    }

    private static void loads(Environment found, List<String> warnings) {
        above(found.before(), Load::others, BUSY_BEFORE).ifPresent(others -> warnings.add("Other programs took " + others
                + " of the processors' time before the run: stop them and run again."));
        above(found.after(), Load::others, BUSY_DURING).ifPresent(others -> warnings.add("Other programs took " + others
                + " of the processors' time during the run: run again on a machine that does nothing else."));
        above(found.after(), Load::stolen, STOLEN).or(() -> above(found.before(), Load::stolen, STOLEN))
                .ifPresent(stolen -> warnings.add("The hypervisor gave " + stolen
                        + " of the processors' time to other machines: run again on one that shares its processors with"
                        + " nobody."));
    }

    private static void processors(Environment found, List<String> warnings) {
        Container container = found.container();
        if (container != null && container.cpus() != null && container.cpus() < FEWEST_CPUS) {
            warnings.add(String.format(Locale.ROOT, "The container may use %.2f processors, so threads that should run side by"
                    + " side take turns: allow it 2 or more.", container.cpus()));
        } else if (found.cores() < FEWEST_CPUS) {
            warnings.add("There is only one processor, so threads that should run side by side take turns: use 2 or more.");
        }
        if ("powersave".equals(found.governor())) {
            warnings.add("The frequency governor is powersave, so speed depends on what ran before: set it to performance,"
                    + " such as by cpupower frequency-set -g performance.");
        }
    }

    private static void memory(Environment found, Facts facts, List<String> warnings) {
        if (facts.availableBytes() != null && facts.availableBytes() < LEAST_MEMORY) {
            warnings.add("Only " + Numbers.gibibytes(facts.availableBytes())
                    + " of memory are available: stop other programs, or use a machine"
                    + " with at least " + Numbers.gibibytes(LEAST_MEMORY) + " to spare.");
        }
        Container container = found.container();
        if (container != null && container.memoryBytes() != null) {
            warnings.add(
                    "The container may use " + Numbers.gibibytes(container.memoryBytes())
                            + " of memory, from which JVMs derive their heaps:"
                            + " lift the limit, or compare only with runs under the same one.");
        }
    }

    private static void debuggers(Environment found, Facts facts, List<String> warnings) {
        boolean listens = Stream.concat(found.variables().values().stream(), facts.arguments().stream())
                .anyMatch(options -> options.contains("jdwp"));
        if (listens) {
            warnings.add("A debugger's agent (jdwp) is loaded, which slows JVMs down: take it out of the options.");
        }
        if (facts.traced()) {
            warnings.add("This process is being traced, by a debugger or by strace: end that and run again.");
        }
    }

    /**
     * Returns the warnings about a JDK.
     *
     * @param jdk the JDK
     * @return the warnings, possibly empty
     */
    public static List<String> of(Java jdk) {
        List<String> warnings = new ArrayList<>();
        String name = "JDK " + (jdk.build().isEmpty() ? jdk.version() : jdk.build());
        if (jdk.feature() == 21 && update(jdk.version()) < 6) {
            warnings.add(name + " may crash where a virtual thread is pinned and an agent is loaded (JDK-8337331): use 21.0.6 or"
                    + " newer.");
        }
        if (jdk.build().matches("(?s).*-(ea|beta)\\b.*")) {
            warnings.add(name + " is an early-access build, and its figures are not those of the release: use a release.");
        }
        for (String level : List.of("fastdebug", "slowdebug")) {
            if (jdk.build().contains(level)) {
                warnings.add(name + " is a debug build (" + level + "), which is many times slower: use a release build.");
            }
        }
        return warnings;
    }

    /** Returns the third number of a version such as 21.0.8, or 0 if there is none. */
    private static int update(String version) {
        String[] numbers = version.split("\\D+");
        return numbers.length > 2 && numbers[2].matches("\\d{1,9}") ? Integer.parseInt(numbers[2]) : 0;
    }

    /** Returns a share of the processors' time, in per cent, if it is known and above a limit. */
    private static Optional<String> above(@Nullable Load load, Function<Load, Double> share, double limit) {
        return Optional.ofNullable(load).map(share).filter(known -> known > limit).map(Warnings::percent);
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
