package dev.slipstream.results;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JDK with a configuration.
 *
 * @param kind what is added to the JDK
 * @param feature the JDK's feature release, such as 21
 */
public record Subject(Kind kind, int feature) implements Comparable<Subject> {

    /** Addition to a JDK. */
    public enum Kind {
        /** Nothing. */
        STOCK,
        /** Nothing, a second time: its differences from stock are noise. */
        TWIN,
        /** The JVM's own options against the cost, which the workload's benchmark names. */
        OPTION,
        /** The agent without remedies, to measure the cost of the bare agent. */
        INERT,
        /** The agent with the remedy of the experiment. */
        SLIPSTREAM,
        /** The agent with the remedy, running on one thread what the workload runs on several. */
        ALONE,
        /** The agent with all remedies that are on by default. */
        DEFAULTS,
        /** No agent: a copy of the JDK with the default remedies baked in. */
        BAKED,
        /** Nothing, but the program calls Slipstream's library, which the workload's own does not. */
        LIBRARY,
        /** Nothing; runs the limit set by physics or the operating system instead of the workload. */
        FLOOR;

        /** Returns the subject of this kind on the JDK of a feature release. */
        public Subject on(int feature) {
            return new Subject(this, feature);
        }

        /** Returns the agent's options for the experiment of a remedy; none for a JVM without the agent. */
        public List<String> agentOptions(String remedy) {
            return switch (this) {
                case STOCK, TWIN, OPTION, BAKED, LIBRARY, FLOOR -> List.of();
                case INERT -> List.of("none", "quiet");
                case SLIPSTREAM, ALONE -> List.of(remedy, "quiet");
                case DEFAULTS -> List.of("quiet");
            };
        }

        /** Tells whether its subjects run the counterpart of the workload's benchmark. */
        public boolean runsCounterpart() {
            return this == ALONE || this == LIBRARY || this == FLOOR;
        }
    }

    /**
     * Returns subjects of several releases, as workloads list them: all kinds of the first release first, each with the same
     * expected seconds per iteration. The map can be modified.
     */
    public static Map<Subject, Double> ofEach(List<Integer> features, double seconds, Kind... kinds) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            for (Kind kind : kinds) {
                subjects.put(kind.on(feature), seconds);
            }
        }
        return subjects;
    }

    /**
     * Returns the subject of a name.
     *
     * @param name a result of {@link #toString}
     * @return the subject
     * @throws IllegalArgumentException if it is not such a name
     */
    public static Subject named(String name) {
        int space = name.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException(name);
        }
        Kind kind = Kind.valueOf(name.substring(0, space).toUpperCase(Locale.ROOT));
        return new Subject(kind, Integer.parseInt(name.substring(space + 1)));
    }

    /** Orders by feature release, then by kind, stock first. */
    @Override
    public int compareTo(Subject other) {
        return Comparator.comparingInt(Subject::feature).thenComparing(Subject::kind).compare(this, other);
    }

    /** Returns the name in tables and results, such as {@code slipstream 21}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + feature;
    }
}
