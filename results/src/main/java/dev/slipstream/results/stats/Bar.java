package dev.slipstream.results.stats;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Bar that a claim sets for the ratio of two scores, where a smaller score is better. */
public sealed interface Bar {

    /**
     * Returns the ratio that the bar is about.
     *
     * @param subject the score of the subject, positive
     * @param reference the score of the reference in the same pair, positive
     * @return subject divided by reference, unless the bar says otherwise
     */
    default double ratio(double subject, double reference) {
        return subject / reference;
    }

    /**
     * Compares an interval with the bar.
     *
     * @param ratio a confidence interval of the ratio
     * @return the verdict
     */
    Verdict judge(Interval ratio);

    /**
     * Returns the edge of the bar that is nearest to a ratio.
     *
     * @param ratio a ratio
     * @return a positive number
     */
    default double edge(double ratio) {
        return high().filter(high -> low().isEmpty() || ratio >= 1).or(this::low).orElseThrow();
    }

    /**
     * Returns the lowest ratio with which the claim holds.
     *
     * @return empty if there is none
     */
    default Optional<Double> low() {
        return Optional.empty();
    }

    /**
     * Returns the highest ratio with which the claim holds.
     *
     * @return empty if there is none
     */
    default Optional<Double> high() {
        return Optional.empty();
    }

    /**
     * Tells whether the ratio is a gain.
     *
     * @return true if it says how many times faster the subject is
     */
    default boolean gain() {
        return false;
    }

    /**
     * Tells whether the reciprocal of the ratio is a share.
     *
     * @return true if it is the share of a processor that the subject gets, where the reference has all of it
     */
    default boolean share() {
        return false;
    }

    /**
     * Returns the words between subject and reference in the sentence.
     *
     * @return a verb phrase
     */
    String words();

    /**
     * Gain. The ratio is reference divided by subject.
     *
     * @param times the least gain: how many times faster
     */
    record Faster(double times) implements Bar {
        @Override
        public double ratio(double subject, double reference) {
            return reference / subject;
        }

        @Override
        public Verdict judge(Interval ratio) {
            return ratio.low() >= times ? Verdict.HOLDS : ratio.high() < times ? Verdict.REFUTED : Verdict.UNDECIDED;
        }

        @Override
        public Optional<Double> low() {
            return Optional.of(times);
        }

        @Override
        public boolean gain() {
            return true;
        }

        @Override
        public String words() {
            return "at least " + Numbers.plain(times) + " times faster than";
        }
    }

    /**
     * Upper limit of the cost.
     *
     * @param times the greatest multiple of the reference's score
     */
    record AtMost(double times) implements Bar {
        @Override
        public Verdict judge(Interval ratio) {
            return ratio.high() <= times ? Verdict.HOLDS : ratio.low() > times ? Verdict.REFUTED : Verdict.UNDECIDED;
        }

        @Override
        public Optional<Double> high() {
            return Optional.of(times);
        }

        @Override
        public String words() {
            return "at most " + Numbers.plain(times) + " times the time of";
        }
    }

    /**
     * Upper limit of the added time, whatever the reference takes. The ratio is subject divided by the sum of reference and limit.
     *
     * @param more the most time that the subject may take beyond the reference
     * @param unit the unit of the scores
     */
    record AtMostMore(Duration more, TimeUnit unit) implements Bar {
        @Override
        public double ratio(double subject, double reference) {
            return subject / (reference + (double) more.toNanos() / unit.toNanos(1));
        }

        @Override
        public Verdict judge(Interval ratio) {
            return new AtMost(1).judge(ratio);
        }

        @Override
        public Optional<Double> high() {
            return Optional.of(1.0);
        }

        @Override
        public String words() {
            return "takes at most " + Numbers.time(more) + " more than";
        }
    }

    /**
     * Absence of an effect in either direction, for controls.
     *
     * @param tolerance the greatest distance of the whole interval from 1, between 0 and 1
     */
    record Same(double tolerance) implements Bar {
        @Override
        public Verdict judge(Interval ratio) {
            if (ratio.high() < 1 - tolerance || ratio.low() > 1 + tolerance) {
                return Verdict.REFUTED;
            }
            return ratio.low() >= 1 - tolerance && ratio.high() <= 1 + tolerance ? Verdict.HOLDS : Verdict.UNDECIDED;
        }

        @Override
        public Optional<Double> low() {
            return Optional.of(1 - tolerance);
        }

        @Override
        public Optional<Double> high() {
            return Optional.of(1 + tolerance);
        }

        @Override
        public String words() {
            return "within " + Numbers.percent(tolerance) + " of";
        }
    }

    /**
     * Ratio that is known beforehand, from the promised share of a processor.
     *
     * @param times the expected multiple of the reference's score, positive
     * @param tolerance the greatest distance of the whole interval from {@code times}, as a fraction of it, between 0 and 1
     */
    record Times(double times, double tolerance) implements Bar {
        @Override
        public Verdict judge(Interval ratio) {
            return new Same(tolerance).judge(new Interval(ratio.low() / times, ratio.high() / times));
        }

        @Override
        public double edge(double ratio) {
            return times * (ratio >= times ? 1 + tolerance : 1 - tolerance);
        }

        @Override
        public Optional<Double> low() {
            return Optional.of(times * (1 - tolerance));
        }

        @Override
        public Optional<Double> high() {
            return Optional.of(times * (1 + tolerance));
        }

        @Override
        public boolean share() {
            return true;
        }

        @Override
        public String words() {
            return "within " + Numbers.percent(tolerance) + " of " + Numbers.plain(times) + " times the time of";
        }
    }

    /**
     * Absence of a cost beyond noise, where runs scatter too much for {@link Same}. The claim holds if the interval ends within the
     * tolerance, or if it reaches 1 or below and its ends are at most a factor of {@link #WIDEST} apart; a wider one shows nothing.
     *
     * @param tolerance the greatest cost that counts as none even if it is certain, between 0 and 1
     */
    record NoCost(double tolerance) implements Bar {
        /** The ratio of high end to low end of the widest interval that can support the claim. */
        public static final double WIDEST = 1.5;

        @Override
        public Verdict judge(Interval ratio) {
            if (ratio.low() > 1 + tolerance) {
                return Verdict.REFUTED;
            }
            boolean reachesOne = ratio.low() <= 1 && ratio.high() <= ratio.low() * WIDEST;
            return reachesOne || ratio.high() <= 1 + tolerance ? Verdict.HOLDS : Verdict.UNDECIDED;
        }

        @Override
        public Optional<Double> high() {
            return Optional.of(1 + tolerance);
        }

        @Override
        public String words() {
            return "costs no more than noise over";
        }
    }
}
