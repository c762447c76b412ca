package dev.slipstream.results.file;

import dev.slipstream.results.Claim;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Records;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Results of a proof. Lists are in the order of measurement, times are in the unit of their workload.
 *
 * @param schema always {@link #SCHEMA}
 * @param schemaVersion the version of the schema, which changes when readers must change
 * @param version Slipstream's version, empty if unknown
 * @param command the words of the command line
 * @param started the start time, as ISO 8601 in UTC
 * @param seconds the time that the proof took, without pauses between a stop and its resumption
 * @param budget the time that it was allowed to take, in seconds
 * @param ended whether it ended by itself and was not stopped
 * @param remaining the workloads and scenarios that the time was too short for
 * @param environment the environment
 * @param floors the limits of the machine, whatever the remedy
 * @param experiments the results of the experiments
 */
public record Results(
        String schema,
        int schemaVersion,
        String version,
        List<String> command,
        String started,
        double seconds,
        double budget,
        boolean ended,
        List<Remaining> remaining,
        Environment environment,
        List<WorkloadResult> floors,
        List<ExperimentResult> experiments) {
    /** The name of the schema. */
    public static final String SCHEMA = "slipstream-results";

    /** The version of the schema. */
    public static final int SCHEMA_VERSION = 4;

    /**
     * Workload or scenario that is not settled: it has undecided claims that more pairs may decide, or subjects without scores.
     *
     * @param remedy its remedy, or {@code floor}
     * @param id its name
     * @param title its description
     * @param headline whether its claims are those that the remedy is judged by first
     * @param claims the number of claims to decide; 0 if its scores are only shown
     * @param measured the number of pairs so far
     * @param pairs the number of further pairs needed
     * @param seconds the time that the further pairs would take
     */
    public record Remaining(
            String remedy, String id, String title, boolean headline, int claims, int measured, int pairs, double seconds) {}

    /** Returns all parts of all experiments, in order. */
    public Stream<PartResult> parts() {
        return experiments.stream().flatMap(experiment -> experiment.parts().stream());
    }

    /** Returns the verdicts of all claims and scenarios, in order. */
    public Stream<Verdict> verdicts() {
        return parts().flatMap(PartResult::verdicts);
    }

    /** Counts the claims and scenarios of a remedy that were planned and not measured. */
    public long notMeasured(String remedy) {
        return remaining.stream().filter(each -> each.measured() == 0 && each.remedy().equals(remedy))
                .mapToLong(Remaining::claims).sum();
    }

    /** Counts the claims and scenarios that were planned and not measured. */
    public long notMeasured() {
        return remaining.stream().map(Remaining::remedy).distinct().mapToLong(this::notMeasured).sum();
    }

    /** Tells whether anything was measured: a fork gave a score or a range, or a scenario ran. */
    public boolean measured() {
        return parts().anyMatch(part -> !part.scenarios().isEmpty() || part.workloads().stream()
                .flatMap(workload -> workload.subjects().stream()).flatMap(subject -> subject.forks().stream())
                .anyMatch(fork -> fork.score() != null || fork.range() != null));
    }

    /** Tells whether at least one claim or scenario has a verdict. */
    public boolean any(Verdict verdict) {
        return verdicts().anyMatch(verdict::equals);
    }

    /**
     * Result of one experiment.
     *
     * @param remedy the remedy
     * @param title the experiment's title
     * @param parts the results of its parts
     */
    public record ExperimentResult(String remedy, String title, List<PartResult> parts) {}

    /**
     * Result of one part of an experiment.
     *
     * @param id its letter
     * @param title its title
     * @param axis the quantity in which its workloads differ, null if they form no curve
     * @param covers the letters of the parts whose claims become undecided if a control of this part moves
     * @param workloads the results of its workloads
     * @param scenarios the results of its scenarios, one for each subject
     */
    public record PartResult(
            String id,
            String title,
            @Nullable Axis axis,
            List<String> covers,
            List<WorkloadResult> workloads,
            List<ScenarioResult> scenarios) {
        /** Returns the axis if its workloads form a curve: at least two places on it were measured. */
        public Optional<Axis> curve() {
            return Optional.ofNullable(axis).filter(along -> workloads.stream().filter(WorkloadResult::measured)
                    .map(WorkloadResult::x).filter(Objects::nonNull).distinct().count() > 1);
        }

        /** Returns the verdicts of all claims and scenarios, in order. */
        public Stream<Verdict> verdicts() {
            return Stream.concat(
                    workloads.stream().flatMap(workload -> workload.claims().stream()).map(ClaimResult::verdict),
                    scenarios.stream().map(ScenarioResult::verdict));
        }
    }

    /**
     * Result of one workload.
     *
     * @param id its name
     * @param title its description
     * @param benchmark the JMH benchmark
     * @param params the benchmark's parameters
     * @param x its position on the axis of its part, null if it has none
     * @param unit the unit of all scores, such as {@code s}; empty if every fork failed
     * @param subjects the results of its subjects
     * @param claims its claims with their judgements
     * @param published the publication's figures
     */
    public record WorkloadResult(
            String id,
            String title,
            String benchmark,
            Map<String, String> params,
            @Nullable Double x,
            String unit,
            List<SubjectResult> subjects,
            List<ClaimResult> claims,
            List<Published> published) {
        /** Tells whether any fork of the workload gave a score. */
        public boolean measured() {
            return subjects.stream().anyMatch(subject -> subject.median() != null);
        }
    }

    /**
     * Result of one subject of a workload.
     *
     * @param subject its name
     * @param jvmArgs the arguments of its JVM
     * @param forks its forks, in the order of rounds
     */
    public record SubjectResult(String subject, List<String> jvmArgs, List<ForkResult> forks) {
        /**
         * Result of one fork.
         *
         * @param round the number of the round, from 0
         * @param score the score of its steady iterations, or its fastest level if that counts, smaller is better; null if it
         *     failed or has no steady state
         * @param range the range of scores in which its steady state lies, if it has none but a range; otherwise null
         * @param iterations the score of each iteration, including warm-up, in order; empty if it failed
         * @param shape the shape of the iterations before the steady state, or {@link Shape#NONE}; null if it failed
         * @param steadyFrom the index of the first iteration of the last steady segments, which count if there is a steady state;
         *     null if it failed
         * @param failure the reason for the failure, with the end of its output; null if it did not fail
         */
        public record ForkResult(
                int round, @Nullable Double score, @Nullable Interval range, List<Double> iterations, @Nullable Shape shape,
                @Nullable Integer steadyFrom, @Nullable String failure) {}

        /** Returns the scores of the forks that have one, in the order of rounds. */
        public List<Double> scores() {
            return forks.stream().map(ForkResult::score).filter(Objects::nonNull).toList();
        }

        /** Counts the forks that ended without a steady state and without a score. */
        public long unsteady() {
            return forks.stream().filter(fork -> fork.shape() == Shape.NONE && fork.score() == null).count();
        }

        /** Returns the reason and the end of the output of each fork that failed. */
        public List<String> failures() {
            return forks.stream().map(ForkResult::failure).filter(Objects::nonNull).toList();
        }

        /** Returns the median of the scores; null if no fork has a score. */
        public @Nullable Double median() {
            double[] known = scores().stream().mapToDouble(Double::doubleValue).toArray();
            return known.length == 0 ? null : Double.valueOf(Median.withDefaults().evaluate(known));
        }
    }

    /**
     * Claim with its judgement.
     *
     * @param text the sentence
     * @param role the purpose of the claim
     * @param headline whether it is one of the claims that the remedy is judged by first
     * @param subject the subject of the claim
     * @param reference the subject that it is compared with
     * @param bar the ratios with which the claim holds
     * @param ratios the ratios, one per pair
     * @param ratio their pseudo-median, null without pairs
     * @param interval the interval that the verdict follows from, null with fewer than three pairs
     * @param confidence the confidence of the interval, such as 0.95
     * @param verdict the verdict
     * @param reason the reason why the claim is undecided although its interval would decide it, such as a control that moved or
     *     forks without a steady state; otherwise null
     * @param morePairs the number of further pairs that would probably settle the claim; null if it is settled or no number would
     */
    public record ClaimResult(
            String text,
            Claim.Role role,
            boolean headline,
            String subject,
            String reference,
            BarResult bar,
            List<Double> ratios,
            @Nullable Double ratio,
            @Nullable Interval interval,
            double confidence,
            Verdict verdict,
            @Nullable String reason,
            @Nullable Integer morePairs) {
        /**
         * Ratios with which a claim holds.
         *
         * @param gain whether the ratio says how many times faster the subject is; otherwise it is the subject's time divided by
         *     that of the reference, to which an allowance may be added
         * @param share whether the reciprocal of the ratio is the share of a processor that the subject gets, where the reference
         *     has all of it
         * @param low the lowest, null if there is none
         * @param high the highest, null if there is none
         */
        public record BarResult(boolean gain, boolean share, @Nullable Double low, @Nullable Double high) {}

        /** Creates the result of a claim. */
        public static ClaimResult of(Claim claim, Judgement judgement) {
            return new ClaimResult(
                    claim.toString(),
                    claim.role(),
                    claim.headline(),
                    claim.subject().toString(),
                    claim.reference().toString(),
                    new BarResult(claim.bar().gain(), claim.bar().share(), claim.bar().low().orElse(null),
                            claim.bar().high().orElse(null)),
                    Arrays.stream(judgement.ratios()).boxed().toList(),
                    Double.isNaN(judgement.ratio()) ? null : Double.valueOf(judgement.ratio()),
                    judgement.interval().orElse(null),
                    judgement.confidence(),
                    judgement.verdict(),
                    null,
                    judgement.morePairs().isPresent() ? Integer.valueOf(judgement.morePairs().getAsInt()) : null);
        }

        /** Returns a copy that is undecided, with the reason in a few words. */
        public ClaimResult undecided(String why) {
            ClaimResult undecided = Records.with(this, ClaimResult::verdict, Verdict.UNDECIDED);
            return Records.with(Records.with(undecided, ClaimResult::reason, why), ClaimResult::morePairs, null);
        }
    }

    /**
     * Result of a scenario on one subject.
     *
     * @param id the scenario's name
     * @param title its description
     * @param subject the subject's name
     * @param headline whether the remedy is judged by it first
     * @param jvmArgs the arguments of its JVM
     * @param expected the ending that is claimed
     * @param endings the ending of each run
     * @param seconds the time of each run
     * @param output the end of the output of the first run with another ending, empty if there is none
     */
    public record ScenarioResult(
            String id,
            String title,
            String subject,
            boolean headline,
            List<String> jvmArgs,
            Ending expected,
            List<Ending> endings,
            List<Double> seconds,
            String output) {

        /**
         * Returns the verdict on the claimed ending.
         *
         * @return {@link Verdict#HOLDS} if every run ended as claimed, otherwise {@link Verdict#REFUTED}
         */
        public Verdict verdict() {
            return endings.stream().allMatch(ending -> ending == expected) ? Verdict.HOLDS : Verdict.REFUTED;
        }

        /**
         * Returns the ending to show for all runs.
         *
         * @return the first ending that is not as claimed, otherwise the claimed one
         */
        public Ending ending() {
            return endings.stream().filter(ending -> ending != expected).findFirst().orElse(expected);
        }
    }
}
