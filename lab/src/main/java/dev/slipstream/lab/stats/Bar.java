package dev.slipstream.lab.stats;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a claim says of the ratio of two scores, where a smaller score is better.
 */
public sealed interface Bar {

    /**
     * The ratio that the bar is about.
     *
     * @param subject the score of the subject, positive
     * @param reference the score of the reference in the same pair, positive
     * @return subject by reference, unless the bar says otherwise
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
     * The edge of the bar that a ratio is nearest to.
     *
     * @param ratio a ratio
     * @return a positive number
     */
    default double edge(double ratio) {
        return high().filter(high -> low().isEmpty() || ratio >= 1).or(this::low).orElseThrow();
    }

    /**
     * The lowest ratio with which the claim holds.
     *
     * @return empty if there is none
     */
    default Optional<Double> low() {
        return Optional.empty();
    }

    /**
     * The highest ratio with which the claim holds.
     *
     * @return empty if there is none
     */
    default Optional<Double> high() {
        return Optional.empty();
    }

    /**
     * Which way round the ratio is.
     *
     * @return true if it says how many times faster the subject is
     */
    default boolean gain() {
        return false;
    }

    /**
     * Whether the reciprocal of the ratio is a share.
     *
     * @return true if it is the share of a processor that the subject gets, where the reference has all of it
     */
    default boolean share() {
        return false;
    }

    /**
     * What stands between subject and reference in the sentence.
     *
     * @return a verb phrase
     */
    String words();

    /**
     * A gain. The ratio is reference by subject.
     *
     * @param times how many times faster at least
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
     * A limit to what it costs.
     *
     * @param times how many times the reference's score at most
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
     * A limit to what it adds, whatever the reference takes. The ratio is subject by reference and limit together.
     *
     * @param more how much more than the reference at most
     * @param unit that of the scores
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
     * No effect in either direction, for controls.
     *
     * @param tolerance how far from 1 the whole interval may be, between 0 and 1
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
     * A ratio that is known beforehand, from the promised share of a processor.
     *
     * @param times how many times the reference's score it should be, positive
     * @param tolerance how far from that the whole interval may be, as a fraction of it, between 0 and 1
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
     * No cost that could be told from noise, where runs scatter too much for {@link Same}: the interval reaches 1 or below,
     * or ends within the tolerance. An interval whose ends are more than a factor of {@link #WIDEST} apart shows nothing and
     * leaves the claim undecided.
     *
     * @param tolerance a cost that is taken for none even when it is certain, between 0 and 1
     */
    record NoCost(double tolerance) implements Bar {
        /** High end by low end of the widest interval that can support the claim. */
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
