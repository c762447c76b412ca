package dev.slipstream.diagnose.result;

import java.util.List;

/**
 * The finding for one remedy: how much of its cost an application pays, where, and what can be done.
 *
 * @param remedy the remedy's name
 * @param verdict whether the cost is paid
 * @param share the cost as part of a whole; null if nothing is known of it
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
     * Returns the share in words: an estimate with its range if the cost is paid, or else only what it is less than.
     *
     * @return a phrase such as {@code 12 % (10 to 14 %) of the processor time} or {@code less than 3 % of the processor time}; empty if
     *     the share is unknown
     */
    public String much() {
        if (share == null) {
            return "";
        }
        return (verdict == Verdict.PAID
                ? share.estimate()
                : Percent.lessThan(share.most)) + " of " + share.of;
    }

    /**
     * A part of a whole: an estimate, and a range. The bounds allow for the few samples that a share may rest on, at a confidence of
     * 95 % each, and for the accuracy of a diagnosis, a fifth.
     *
     * @param value the estimate, from {@code least} to {@code most}; of an unknown cost only the bounds count
     * @param least the lower bound, from 0 to 1
     * @param most the upper bound, from 0 to 1
     * @param of the whole, such as {@code the processor time}
     */
    public record Share(double value, double least, double most, String of) {
        private static final double ACCURACY = 0.2;

        /** The share that may be too short, too small or too rare for events to show. */
        private static final double UNSEEN = 0.01;

        /** Moves the bounds into the range, and the estimate between them. A bound that is NaN is unknown. */
        public Share {
            most = Double.isNaN(most) ? 1 : Math.max(0, Math.min(1, most));
            least = Double.isNaN(least) ? 0 : Math.max(0, Math.min(most, least));
            value = Double.isNaN(value) ? least : Math.max(least, Math.min(most, value));
        }

        /**
         * {@return a share that rests on samples}
         *
         * @param value the estimate
         * @param count the number of samples that show the cost
         * @param all the number of samples that would show it if it were the whole
         * @param of the whole
         */
        public static Share counted(double value, double count, double all, String of) {
            double least = count == 0 ? 0 : Poisson.least(count) / count;
            double most = count == 0 ? 1 : Poisson.most(count) / count;
            return new Share(value, value * Math.min(1 - ACCURACY, least),
                    Math.max(value * Math.max(1 + ACCURACY, most), Poisson.most(0) / all), of);
        }

        /**
         * {@return a share that rests on events which have all been seen, except for a trifle}
         *
         * @param value the part, from 0 to 1
         * @param of the whole
         */
        public static Share measured(double value, String of) {
            return new Share(value, value * (1 - ACCURACY), Math.max(value * (1 + ACCURACY), UNSEEN), of);
        }

        /** {@return the estimate with its range, such as {@code 12 % (10 to 14 %)}} */
        public String estimate() {
            return Percent.of(value) + (least == most ? "" : " (" + Percent.range(least, most) + ")");
        }
    }

    /**
     * A range of the share's whole.
     *
     * @param least the lower bound, from 0 to 1
     * @param most the upper bound, from 0 to 1
     */
    public record Saved(double least, double most) {
        /**
         * {@return the range of what is saved of a share}
         *
         * @param share the share
         * @param least the part of the share that is saved, under the least favourable assumption
         * @param most the part under the most favourable one
         */
        public static Saved of(Share share, double least, double most) {
            return new Saved(share.least * least, share.most * most);
        }
    }

    /**
     * A figure.
     *
     * @param what what is counted or measured, such as {@code closes}
     * @param value the value in the unit
     * @param unit the unit, such as {@code /s}, {@code ms/s}, {@code B/s}; empty for a count
     */
    public record Amount(String what, double value, String unit) {}

    /**
     * A place in the application.
     *
     * @param method the method with its class, such as {@code org.example.Parser.next}; never a method of the JDK
     * @param line the line in its source; -1 if unknown
     * @param count how often the place was seen
     * @param part the fraction of all sightings, from 0 to 1
     * @param detail further information, such as sizes or a monitor's class; may be empty
     */
    public record Site(String method, int line, long count, double part, String detail) {}

    /** Whether an application pays a cost. */
    public enum Verdict {
        /** It pays the cost, and more than a trifle. */
        PAID,
        /** It does not pay the cost, or too little to be noticeable: that was seen, and the share's upper bound is low. */
        NOT_PAID,
        /** The data show neither; the finding says what would. */
        UNKNOWN,
        /** This JDK no longer has the cost, or does not have the costly feature yet. */
        NOT_HERE
    }
}
