package dev.slipstream.cli.report;

import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The unit in which a report shows scores. It is common to all scores that are compared by eye, and shows three digits of the
 * smallest.
 *
 * @param name the name, such as {@code ms}
 * @param factor the factor that converts a score to this unit
 */
public record Unit(String name, double factor) {
    private static final List<String> NAMES = List.of("ns", "us", "ms", "s");
    private static final double STEP = 1_000;

    /** Smallest number that keeps three digits. */
    private static final double SMALLEST = 0.1;

    private static final double LARGEST = 10_000;

    /** Number from which a row has a unit of its own, rather than the one of its table. */
    private static final double LARGEST_IN_TABLE = 100_000;

    /** More digits than a published figure has, but few enough to drop the rounding error of a multiplication. */
    private static final MathContext DIGITS = new MathContext(12);

    /** Returns the common unit of scores, at least 0; their own if it is no decimal unit of time. */
    static Unit of(String name, Stream<Double> scores) {
        DoubleSummaryStatistics range = scores.mapToDouble(Double::doubleValue).filter(score -> score > 0).summaryStatistics();
        double smallest = range.getCount() == 0 ? 1 : range.getMin();
        double largest = range.getCount() == 0 ? 1 : range.getMax();
        int index = NAMES.indexOf(name);
        double factor = 1;
        while (index > 0 && smallest * factor < SMALLEST) {
            factor *= STEP;
            index--;
        }
        while (index >= 0 && index < NAMES.size() - 1 && largest * factor >= LARGEST && smallest * factor >= SMALLEST * STEP) {
            factor /= STEP;
            index++;
        }
        return new Unit(index < 0 ? name : NAMES.get(index), factor);
    }

    /**
     * Returns the units of the rows of a table: the same one for all if it shows every median with three to five digits,
     * otherwise each row's own.
     */
    public static Function<WorkloadResult, Unit> ofRows(List<WorkloadResult> rows) {
        List<String> names = rows.stream().filter(WorkloadResult::measured).map(WorkloadResult::unit).distinct().toList();
        if (names.size() == 1) {
            Unit all = of(names.get(0), rows.stream().flatMap(Unit::medians));
            if (rows.stream().flatMap(Unit::medians).allMatch(median -> median * all.factor < LARGEST_IN_TABLE)) {
                return row -> all;
            }
        }
        return row -> of(row.unit(), medians(row));
    }

    private static Stream<Double> medians(WorkloadResult workload) {
        return workload.subjects().stream().map(SubjectResult::median).filter(Objects::nonNull);
    }

    /** Returns the common unit for all forks of a workload. */
    public static Unit of(WorkloadResult workload) {
        return of(List.of(workload));
    }

    /**
     * Returns the common unit for the scores of one workload on several machines, at least one, all with scores in the same unit.
     */
    public static Unit of(List<WorkloadResult> workloads) {
        return of(workloads.get(0).unit(), workloads.stream()
                .flatMap(workload -> workload.subjects().stream())
                .flatMap(subject -> subject.forks().stream())
                .flatMap(fork -> fork.score() == null ? fork.iterations().stream() : Stream.of(fork.score())));
    }

    /** Formats a score, given in its original unit: {@code 13.5 ms}. */
    public String text(double score) {
        return (number(score) + " " + name).strip();
    }

    /** Formats a score without its unit. */
    String number(double score) {
        return Numbers.significant(score * factor);
    }

    /** Formats a quoted score, given in its original unit, with all its digits: {@code 34.133 s}. */
    public String exactly(double score) {
        double value = factor == 1 ? score : new BigDecimal(score * factor).round(DIGITS).doubleValue();
        return (Numbers.plain(value) + " " + name).strip();
    }
}
