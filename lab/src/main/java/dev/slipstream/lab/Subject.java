package dev.slipstream.lab;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One JDK with one configuration.
 *
 * @param kind what is added to the JDK
 * @param feature the JDK's feature release, such as 21
 */
public record Subject(Kind kind, int feature) implements Comparable<Subject> {

    /** What is added to a JDK. */
    public enum Kind {
        /** Nothing. */
        STOCK,
        /** Nothing, a second time: what differs from stock is noise. */
        TWIN,
        /** Nothing but the JVM's own options for the cost, which the workload's benchmark names. */
        OPTION,
        /** The agent, which retrofits nothing: what the bare agent costs. */
        INERT,
        /** The agent with the remedy of the experiment. */
        SLIPSTREAM,
        /** The same, but what one thread does alone where the workload has several. */
        ALONE,
        /** The agent with all remedies that are on by default. */
        DEFAULTS,
        /** Nothing, but a program that calls Slipstream's library where the workload's does not. */
        LIBRARY,
        /** Nothing, and not the workload either, but what physics or the operating system allows. */
        FLOOR;

        /**
         * What the agent is told.
         *
         * @param remedy the remedy of the experiment
         * @return the agent's options, empty for no agent at all
         */
        public List<String> agentOptions(String remedy) {
            return switch (this) {
                case STOCK, TWIN, OPTION, LIBRARY, FLOOR -> List.of();
                case INERT -> List.of("none", "quiet");
                case SLIPSTREAM, ALONE -> List.of(remedy, "quiet");
                case DEFAULTS -> List.of("quiet");
            };
        }

        /**
         * Whether its subjects run another benchmark than the workload's own, which the workload has as its floor.
         *
         * @return true for {@link #ALONE}, {@link #LIBRARY} and {@link #FLOOR}
         */
        public boolean runsFloor() {
            return this == ALONE || this == LIBRARY || this == FLOOR;
        }
    }

    /**
     * The JDK as it is.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject stock(int feature) {
        return new Subject(Kind.STOCK, feature);
    }

    /**
     * The JDK as it is, once more.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject twin(int feature) {
        return new Subject(Kind.TWIN, feature);
    }

    /**
     * The JDK with its own options for the cost.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject option(int feature) {
        return new Subject(Kind.OPTION, feature);
    }

    /**
     * What the JDK could reach at best.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject floor(int feature) {
        return new Subject(Kind.FLOOR, feature);
    }

    /**
     * The JDK with an agent that retrofits nothing.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject inert(int feature) {
        return new Subject(Kind.INERT, feature);
    }

    /**
     * The JDK with the remedy.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject slipstream(int feature) {
        return new Subject(Kind.SLIPSTREAM, feature);
    }

    /**
     * The JDK with all remedies that are on by default.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject defaults(int feature) {
        return new Subject(Kind.DEFAULTS, feature);
    }

    /**
     * The JDK with the remedy, and one thread alone.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject alone(int feature) {
        return new Subject(Kind.ALONE, feature);
    }

    /**
     * The JDK as it is, and Slipstream's library.
     *
     * @param feature the JDK's feature release
     * @return the subject
     */
    public static Subject library(int feature) {
        return new Subject(Kind.LIBRARY, feature);
    }

    /**
     * Reads a name back.
     *
     * @param name what {@link #toString} gave
     * @return the subject
     * @throws IllegalArgumentException if it is no such name
     */
    public static Subject named(String name) {
        int space = name.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException(name);
        }
        Kind kind = Kind.valueOf(name.substring(0, space).toUpperCase(Locale.ROOT));
        return new Subject(kind, Integer.parseInt(name.substring(space + 1)));
    }

    /** By feature release; of the same, stock first. */
    @Override
    public int compareTo(Subject other) {
        return Comparator.comparingInt(Subject::feature).thenComparing(Subject::kind).compare(this, other);
    }

    /** The name in tables and results, such as {@code slipstream 21}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + feature;
    }
}
