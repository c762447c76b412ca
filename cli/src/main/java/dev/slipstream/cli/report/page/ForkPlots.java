package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.Subjects;
import dev.slipstream.cli.report.Unit;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Estimator.Shape;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plots the iterations of every fork of every workload on each machine, one line per fork: faint during warm-up, strong in steady state, with a mark
 * at the height of its score where the steady state begins. Forks of a single iteration are marks only, in the order of the pairs.
 */
final class ForkPlots {
    /** Maximum number of plots shown; more are folded away, so that the content after them is found. */
    private static final int OPEN = 8;

    private static final double HEIGHT = 200;
    private static final double TOP = 8;
    private static final double BOTTOM = 24;

    /** The least margin for the labels on the left, and the width of one of their characters in the narrowest picture. */
    private static final double LEFT = 0.11;
    private static final double CHARACTER = 0.025;

    private static final double RIGHT = 0.03;

    /** Ratio of the largest to the smallest value above which an axis is logarithmic. */
    private static final double WIDE = 3;

    /** Maximum number of points; of more iterations only the fastest and the slowest of neighbours are drawn. */
    private static final int MOST_POINTS = 200;

    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;
    private double left;

    ForkPlots(Html html, List<Machine> machines, Subjects subjects) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
    }

    void write(List<Numbered> workloads) {
        if (machines.stream().allMatch(machine -> drawn(workloads, machine).isEmpty())) {
            return;
        }
        html.element("h3", "Every fork");
        html.element("p",
                "A line is a fork, iteration by iteration: faint while it warms up, strong where it is steady. Only steady"
                        + " iterations count; the mark where they begin is at the height of the fork\u2019s score. A dashed line never became"
                        + " steady. If it went up and down, its score is its fastest level where the fastest iteration counts; elsewhere claims"
                        + " are judged by the worst that its range allows.",
                "class", "key");
        for (Machine machine : machines) {
            List<Numbered> drawn = drawn(workloads, machine);
            if (!drawn.isEmpty()) {
                write(machine, drawn);
            }
        }
    }

    private static List<Numbered> drawn(List<Numbered> workloads, Machine machine) {
        return workloads.stream().filter(each -> each.workload().on(machine).filter(ForkPlots::hasContent).isPresent()).toList();
    }

    private void write(Machine machine, List<Numbered> drawn) {
        html.open("details", "open", machines.size() == 1 && drawn.size() <= OPEN ? "" : null);
        html.element("summary", (machines.size() == 1 ? "" : machine.label() + ", " + machine.description() + ": ")
                + Words.count(drawn.size(), "workload"));
        html.open("div", "class", "plots");
        drawn.forEach(each -> each.workload().on(machine).ifPresent(workload -> draw(each.number(), workload)));
        html.close().end();
    }

    /** Returns whether there is anything to draw. */
    private static boolean hasContent(WorkloadResult workload) {
        return forks(workload).stream().anyMatch(fork -> !fork.iterations().isEmpty());
    }

    private static List<ForkResult> forks(WorkloadResult workload) {
        return workload.subjects().stream().flatMap(subject -> subject.forks().stream()).toList();
    }

    /** Draws a workload that has content. */
    private void draw(String number, WorkloadResult workload) {
        Unit unit = Unit.of(workload);
        List<ForkResult> forks = forks(workload);
        boolean cold = forks.stream().allMatch(fork -> fork.iterations().size() <= 1);
        AxisScale y = scale(forks.stream().flatMap(fork -> fork.iterations().stream()).mapToDouble(time -> time * unit.factor()));
        AxisScale x = cold ? AxisScale.linear(forks.stream().mapToDouble(fork -> fork.round() + 1))
                : across(forks.stream().mapToInt(fork -> fork.iterations().size()).filter(size -> size > 0).toArray());
        left = Math.max(LEFT, 0.02 + CHARACTER * y.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(0));
        String title = (number + " " + workload.title()).strip();
        html.open("figure", "class", "forks").element("figcaption", title);
        legend(unit, workload);
        html.element("p", unit.name() + (y.isLogarithmic() ? ", logarithmic" : ""), "class", "unit");
        Svg svg = new Svg(html, HEIGHT, title + ": " + Words.count(forks.size(), "fork"), description(workload));
        for (AxisScale.Tick tick : y.ticks()) {
            svg.line("grid", left, down(tick.at()), 1, down(tick.at()));
            svg.text("tick to", left - 0.01, down(tick.at()) + 4, tick.label());
        }
        for (AxisScale.Tick tick : x.ticks()) {
            if (tick.value() == Math.rint(tick.value())) {
                svg.label("tick", right(tick.at()), HEIGHT - 4, tick.label());
            }
        }
        svg.line("axis", left, HEIGHT - BOTTOM, 1, HEIGHT - BOTTOM);
        svg.stretched(() -> inOrder(workload).forEach(
                subject -> subject.forks().forEach(fork -> lines(svg, Subjects.style(subject.subject()), fork, unit, x, y))));
        for (SubjectResult subject : inOrder(workload)) {
            subject.forks().stream().filter(fork -> fork.score() != null).forEach(fork -> svg.shape(
                    "fork " + Subjects.style(subject.subject()), subjects.shape(subject.subject()),
                    right(x.at(cold ? fork.round() + 1 : steadyFrom(fork) + 1)), down(y.at(fork.score() * unit.factor()))));
        }
        svg.end();
        html.element("p", cold ? "fork" : "iteration" + (x.isLogarithmic() ? ", logarithmic" : ""), "class", "unit x");
        html.end();
    }

    private List<SubjectResult> inOrder(WorkloadResult workload) {
        return workload.subjects().stream()
                .sorted(Comparator.comparingInt(subject -> subjects.names().indexOf(subject.subject()))).toList();
    }

    private static AxisScale scale(DoubleStream values) {
        double[] all = values.toArray();
        return AxisScale.wide(all, WIDE) ? AxisScale.logarithmic(DoubleStream.of(all)) : AxisScale.linear(DoubleStream.of(all));
    }

    /** Returns the x axis: logarithmic if a few forks are so long that the others could not be seen. */
    private static AxisScale across(int[] sizes) {
        DoubleStream ends = IntStream.concat(IntStream.of(1), IntStream.of(sizes)).asDoubleStream();
        return AxisScale.wide(IntStream.of(sizes).asDoubleStream().toArray(), WIDE)
                ? AxisScale.logarithmic(ends) : AxisScale.linear(ends);
    }

    private void lines(Svg svg, String style, ForkResult fork, Unit unit, AxisScale x, AxisScale y) {
        int count = fork.iterations().size();
        if (count < 2) {
            return;
        }
        Function<Integer, double[]> place = i -> new double[] {
            right(x.at(i + 1)), down(y.at(fork.iterations().get(i) * unit.factor()))
        };
        NavigableSet<Integer> shown = shown(fork.iterations(), x);
        if (fork.shape() == Shape.NONE) {
            svg.path("unsteady " + style, shown.stream().map(place).toList());
        } else {
            int from = steadyFrom(fork);
            shown.add(from);
            svg.path("warming " + style, shown.headSet(from, true).stream().map(place).toList());
            svg.path("steady " + style, shown.tailSet(from, true).stream().map(place).toList());
        }
    }

    /** Returns the indices to draw: of many iterations at the same place of the axis, the fastest and the slowest. */
    private static NavigableSet<Integer> shown(List<Double> iterations, AxisScale x) {
        Stream<Integer> all = IntStream.range(0, iterations.size()).boxed();
        if (iterations.size() <= MOST_POINTS) {
            return all.collect(Collectors.toCollection(TreeSet::new));
        }
        Comparator<Integer> time = Comparator.comparing(iterations::get);
        return all.collect(Collectors.groupingBy(i -> (int) (x.at(i + 1) * MOST_POINTS / 2))).values().stream()
                .flatMap(near -> Stream.of(Collections.min(near, time), Collections.max(near, time)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the start of the steady state, clamped to the iterations, since the file may hold any value. */
    private static int steadyFrom(ForkResult fork) {
        return fork.steadyFrom() == null ? 0 : Math.max(0, Math.min(fork.steadyFrom(), fork.iterations().size() - 1));
    }

    private void legend(Unit unit, WorkloadResult workload) {
        html.open("ul", "class", "legend");
        for (SubjectResult subject : inOrder(workload)) {
            String name = subject.subject();
            html.open("li").element("span", Svg.glyph(subjects.shape(name)), "class", "glyph " + Subjects.style(name),
                    "aria-hidden", "true");
            html.text(" " + Words.subject(name) + " ");
            if (subject.median() != null) {
                html.element("span", unit.text(subject.median()), "class", "ratio").text(" ");
            }
            html.element("span", counted(subject), "class", "detail").close();
        }
        html.end();
    }

    /** Formats the number of forks, and why some have no score. */
    private static String counted(SubjectResult subject) {
        String forks = Words.count(subject.forks().size(), "fork");
        return forks + without(subject.failures().size(), subject, "failed")
                + without(subject.unsteady(), subject, "without steady state");
    }

    private static String without(long count, SubjectResult subject, String how) {
        return count == 0 ? "" : ", " + (count == subject.forks().size() ? count == 1 ? "" : "all " : count + " ") + how;
    }

    private String description(WorkloadResult workload) {
        return inOrder(workload).stream()
                .map(subject -> Words.subject(subject.subject()) + ": " + counted(subject) + shapes(subject))
                .collect(Collectors.joining("; "));
    }

    /** Formats the shapes of the forks, such as {@code , warm-up, steady from iteration 9 to 14}. */
    private static String shapes(SubjectResult subject) {
        List<ForkResult> steady = subject.forks().stream()
                .filter(fork -> fork.score() != null && fork.shape() != null && fork.iterations().size() > 1).toList();
        if (steady.isEmpty()) {
            return "";
        }
        var from = steady.stream().mapToInt(fork -> steadyFrom(fork) + 1).summaryStatistics();
        String shapes = steady.stream().map(ForkResult::shape).distinct().sorted()
                .map(Shape::toString).collect(Collectors.joining(" or "));
        return ", " + shapes + ", steady from iteration " + from.getMin()
                + (from.getMax() > from.getMin() ? " to " + from.getMax() : "");
    }

    private double right(double fraction) {
        return left + (1 - left - RIGHT) * fraction;
    }

    private static double down(double fraction) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - fraction);
    }
}
