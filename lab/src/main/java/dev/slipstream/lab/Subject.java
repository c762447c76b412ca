package dev.slipstream.lab;

import java.util.List;
import java.util.Locale;

/**
 * One JDK with one configuration.
 *
 * @param kind what is added to the JDK
 * @param feature the JDK's feature release, such as 21
 */
public record Subject(Kind kind, int feature) {

    /** What is added to a JDK. */
    public enum Kind {
        /** Nothing. */
        STOCK,
        /** The agent, which retrofits nothing: what the bare agent costs. */
        INERT,
        /** The agent with the remedy of the experiment. */
        SLIPSTREAM;

        /**
         * What the agent is told.
         *
         * @param remedy the remedy of the experiment
         * @return the agent's options, empty for no agent at all
         */
        public List<String> agentOptions(String remedy) {
            return switch (this) {
                case STOCK -> List.of();
                case INERT -> List.of("none", "quiet");
                case SLIPSTREAM -> List.of(remedy, "quiet");
            };
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

    /** The name in tables and results, such as {@code slipstream 21}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + feature;
    }
}
