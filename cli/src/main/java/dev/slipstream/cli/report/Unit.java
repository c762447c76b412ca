package dev.slipstream.cli.report;

import dev.slipstream.lab.result.Results.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Stream;

/**
 * The unit in which a report shows the scores of a workload.
 *
 * @param name the name, such as {@code ms}
 * @param factor the factor that converts a score to this unit
 */
public record Unit(String name, double factor) {
    /** More digits than a published figure has, but few enough to drop the rounding error of a multiplication. */
    private static final MathContext DIGITS = new MathContext(12);

    /**
     * Returns the unit for a workload, the same as on terminals.
     *
     * @param workload the workload
     * @return the unit
     */
    public static Unit of(WorkloadResult workload) {
        return of(List.of(workload));
    }

    /**
     * Returns the common unit for the scores of one workload on several machines.
     *
     * @param workloads the workload on each machine, at least one, all with scores in the same unit
     * @return the unit
     */
    public static Unit of(List<WorkloadResult> workloads) {
        Times times = Times.of(workloads.get(0).unit(), workloads.stream()
                .flatMap(workload -> workload.subjects().stream())
                .flatMap(subject -> subject.forks().stream())
                .flatMap(fork -> fork.score() == null ? fork.iterations().stream() : Stream.of(fork.score())));
        return new Unit(times.unit(), times.factor());
    }

    /**
     * Formats a score.
     *
     * @param score the score in the unit of the workload
     * @return a score such as {@code 13.5 ms}
     */
    public String text(double score) {
        return (Numbers.significant(score * factor) + " " + name).strip();
    }

    /**
     * Formats a quoted score, with all its digits.
     *
     * @param score the score in the unit of the workload
     * @return a score such as {@code 34.133 s}
     */
    public String exactly(double score) {
        double value = factor == 1 ? score : new BigDecimal(score * factor).round(DIGITS).doubleValue();
        return (Numbers.plain(value) + " " + name).strip();
    }
}
