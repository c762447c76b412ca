package dev.slipstream.cli.report;

import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Stream;

/**
 * The unit in which a report shows the scores of a workload.
 *
 * @param name such as {@code ms}
 * @param factor what a score is multiplied by to be in it
 */
public record Unit(String name, double factor) {
    /** More than a publication has; fewer than a multiplication adds. */
    private static final MathContext DIGITS = new MathContext(12);

    /**
     * That in which terminals show them too.
     *
     * @param workload whose scores
     * @return the unit
     */
    public static Unit of(WorkloadResult workload) {
        return of(List.of(workload));
    }

    /**
     * That in which the scores of one workload on several machines can be compared.
     *
     * @param workloads at least one, all with scores in the same unit
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
     * A score.
     *
     * @param score in the unit of the workload
     * @return such as {@code 13.5 ms}
     */
    public String text(double score) {
        return (Numbers.significant(score * factor) + " " + name).strip();
    }

    /**
     * A score that is quoted, so to the digit.
     *
     * @param score in the unit of the workload
     * @return such as {@code 34.133 s}
     */
    public String exactly(double score) {
        double value = factor == 1 ? score : new BigDecimal(score * factor).round(DIGITS).doubleValue();
        return (Numbers.plain(value) + " " + name).strip();
    }
}
