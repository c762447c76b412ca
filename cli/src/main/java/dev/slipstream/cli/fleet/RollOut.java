package dev.slipstream.cli.fleet;

import dev.slipstream.results.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change of the costs of a service that paid before.
 *
 * @param service the service
 * @param changes the costs that were paid before, others that are paid now, and last the processor time of all
 */
public record RollOut(String service, List<Change> changes) {
    private static final double CONFIDENCE = 0.95;

    /** The largest error of a diagnosis, as a part of the share. */
    private static final double ACCURACY = 0.2;

    /** Copies the list. */
    public RollOut {
        changes = List.copyOf(changes);
    }

    /** Verdict on a change. */
    public enum Verdict {
        GONE, LESS, NEW, MORE, UNCLEAR
    }

    /**
     * A mean of instances.
     *
     * @param instances their number
     * @param mean the share of a cost, or a number of processors
     * @param deviation the standard deviation between them; empty for one
     */
    public record Sample(long instances, double mean, Optional<Double> deviation) {
        private double variance() {
            double own = deviation.orElse(0.0);
            return own * own / instances;
        }

        /** The part of the Welch–Satterthwaite formula that belongs to this sample. */
        private double variancePerFreedom() {
            return instances > 1 ? variance() * variance() / (instances - 1) : 0;
        }
    }

    /**
     * A cost, or the processor time of all, before and now.
     *
     * @param remedy the cost; empty for the processor time of all
     * @param ratio the range of the quotient of now and before, at a confidence of 95 %; empty if nothing can be said
     */
    public record Change(String remedy, Sample before, Sample now, Optional<Interval> ratio, Verdict verdict) {
        /**
         * Compares two samples.
         *
         * @param paidBefore whether the cost was paid
         * @param paysNow whether it is paid
         */
        static Change of(String remedy, Sample before, boolean paidBefore, Sample now, boolean paysNow) {
            Optional<Interval> ratio = ratio(before, now, remedy.isEmpty());
            return new Change(remedy, before, now, ratio,
                    verdict(ratio, remedy.isEmpty() || paidBefore, remedy.isEmpty() || paysNow));
        }

        private static Verdict verdict(Optional<Interval> ratio, boolean paidBefore, boolean paysNow) {
            if (!paysNow) {
                return Verdict.GONE;
            }
            if (!paidBefore) {
                return Verdict.NEW;
            }
            return ratio.map(range -> range.high() < 1 ? Verdict.LESS : range.low() > 1 ? Verdict.MORE : Verdict.UNCLEAR)
                    .orElse(Verdict.UNCLEAR);
        }

        /** The delta method, with Welch's degrees of freedom. One instance has no deviation: of a share, the accuracy takes its place. */
        private static Optional<Interval> ratio(Sample before, Sample now, boolean processors) {
            if (before.mean <= 0) {
                return Optional.empty();
            }
            double ratio = now.mean / before.mean;
            if (before.instances < 2 || now.instances < 2) {
                return processors ? Optional.empty() : Optional.of(new Interval(ratio * (1 - ACCURACY), ratio * (1 + ACCURACY)));
            }
            double variance = now.variance() + ratio * ratio * before.variance();
            double perFreedom = now.variancePerFreedom() + Math.pow(ratio, 4) * before.variancePerFreedom();
            if (variance == 0) {
                return Optional.of(Interval.of(ratio));
            }
            double half = TDistribution.of(variance * variance / perFreedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
                    * Math.sqrt(variance) / before.mean;
            return Optional.of(new Interval(Math.max(0, ratio - half), ratio + half));
        }
    }
}
