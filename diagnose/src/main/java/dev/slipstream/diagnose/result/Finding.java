package dev.slipstream.diagnose.result;

import java.util.List;

/**
 * The finding for one remedy: how much of its cost an application pays, where, and what can be done.
 *
 * @param remedy the remedy's name
 * @param verdict whether the cost is paid
 * @param share the cost as part of a whole; null if unknown
 * @param amounts further figures, the most telling first
 * @param sites places in the application, the most frequent first, ten at most
 * @param saving what the remedy would save, as arithmetic: a line for each step; empty unless paid
 * @param saved what the remedy would save, as a range of the same whole; null unless paid and known
 * @param risk what to know before applying the remedy, one sentence
 * @param command the command that applies the remedy; empty unless paid
 * @param caveats why the figures may be too low or too high, a sentence each
 */
public record Finding(String remedy, Verdict verdict, Share share, List<Amount> amounts, List<Site> sites, List<String> saving,
        Saved saved, String risk, String command, List<String> caveats) {
    /** Copies the lists. */
    public Finding {
        amounts = List.copyOf(amounts);
        sites = List.copyOf(sites);
        saving = List.copyOf(saving);
        caveats = List.copyOf(caveats);
    }

    /**
     * A part of a whole.
     *
     * @param value the part, from 0 to 1
     * @param of the whole, such as {@code the processor time}
     */
    public record Share(double value, String of) {
    }

    /**
     * A range of the share's whole. Its bounds allow for the few samples that a share may rest on, and for the accuracy of a
     * diagnosis, a fifth.
     *
     * @param least the lower bound, from 0 to 1
     * @param most the upper bound, from 0 to 1
     */
    public record Saved(double least, double most) {
        private static final double ACCURACY = 0.2;

        /**
         * Returns the range of a saving that rests on samples.
         *
         * @param least the estimate, under the least favourable assumption
         * @param most the estimate, under the most favourable one
         * @param samples the number of samples
         */
        public static Saved of(double least, double most, double samples) {
            double error = Math.max(ACCURACY, 2 / Math.sqrt(Math.max(1, samples)));
            return new Saved(Math.max(0, least * (1 - error)), Math.min(1, most * (1 + error)));
        }
    }

    /**
     * A figure.
     *
     * @param what what is counted or measured, such as {@code closes}
     * @param value the value in the unit
     * @param unit the unit, such as {@code /s}, {@code ms/s}, {@code B/s}; empty for a count
     */
    public record Amount(String what, double value, String unit) {
    }

    /**
     * A place in the application.
     *
     * @param method the method with its class, such as {@code org.example.Parser.next}; never a method of the JDK
     * @param line the line in its source; -1 if unknown
     * @param count how often the place was seen
     * @param part the fraction of all sightings, from 0 to 1
     * @param detail further information, such as sizes or a monitor's class; may be empty
     */
    public record Site(String method, int line, long count, double part, String detail) {
    }

    /** Whether an application pays a cost. */
    public enum Verdict {
        /** It pays the cost, and more than a trifle. */
        PAID,
        /** It does not pay the cost, or too little to be noticeable. */
        NOT_PAID,
        /** The data cannot show it; the finding says which data would. */
        UNKNOWN,
        /** This JDK no longer has the cost, or does not have the costly feature yet. */
        NOT_HERE
    }
}
