package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Subjects;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Unit;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plots the parts whose workloads form a curve, on each machine. */
final class Curves {
    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;

    /** A part on a machine, and those of its workloads that fit into one plot. */
    private record Curve(Machine machine, PartResult part, Axis axis, List<WorkloadResult> workloads) {
        /** Returns the unit of the first workload: a line has only one unit. */
        private Unit unit() {
            return Unit.of(workloads.get(0));
        }
    }

    Curves(Html html, List<Machine> machines, Subjects subjects) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
    }

    void write(Across<ExperimentResult> experiment) {
        List<Curve> curves = machines.stream()
                .flatMap(machine -> experiment.on(machine).stream()
                        .flatMap(each -> each.parts().stream())
                        .flatMap(part -> part.curve().stream().flatMap(axis -> curves(machine, part, axis))))
                .toList();
        if (curves.isEmpty()) {
            return;
        }
        html.element("h3", "Curves");
        html.element("p", "The median of the forks; a vertical bar runs from the fastest to the slowest.", "class", "key");
        curves.forEach(this::write);
    }

    private static Stream<Curve> curves(Machine machine, PartResult part, Axis axis) {
        List<WorkloadResult> placed = part.workloads().stream()
                .filter(workload -> workload.measured() && hasPlace(axis, workload))
                .sorted(Comparator.comparing(WorkloadResult::x))
                .toList();
        return placed.stream().map(WorkloadResult::unit).distinct()
                .map(unit -> new Curve(machine, part, axis, placed.stream().filter(each -> each.unit().equals(unit)).toList()))
                .filter(curve -> curve.workloads().stream().map(WorkloadResult::x).distinct().count() > 1);
    }

    private static boolean hasPlace(Axis axis, WorkloadResult workload) {
        return workload.x() != null
                && (axis.logarithmic() ? AxisScale.hasLogarithm(workload.x()) : Double.isFinite(workload.x()));
    }

    private void write(Curve curve) {
        Axis axis = curve.axis();
        Unit unit = curve.unit();
        List<CurvePlot.Line> lines = new ArrayList<>();
        for (String subject : subjects.names()) {
            List<CurvePlot.Point> points = curve.workloads().stream()
                    .map(workload -> point(workload, subject, unit.factor()))
                    .filter(Objects::nonNull)
                    .toList();
            if (!points.isEmpty()) {
                lines.add(new CurvePlot.Line(Words.subject(subject), Subjects.style(subject), subjects.shape(subject), points));
            }
        }
        String name = axis.name() + (axis.unit().isEmpty() ? "" : " in " + axis.unit());
        String of = machines.size() == 1 ? "" : curve.machine().label() + ". ";
        String title = of + curve.part().id() + " " + curve.part().title();
        html.open("div", "class", "beside");
        new CurvePlot(html).draw(title, new CurvePlot.Axes(name, axis.logarithmic(), unit.name(), false), lines);
        published(title, curve);
        html.end();
    }

    private static CurvePlot.@Nullable Point point(WorkloadResult workload, String name, double factor) {
        SubjectResult subject =
                workload.subjects().stream().filter(each -> each.subject().equals(name)).findFirst().orElse(null);
        Double x = workload.x();
        if (x == null || subject == null || subject.median() == null) {
            return null;
        }
        var scores = subject.scores().stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return new CurvePlot.Point(
                x, factor * subject.median(), factor * scores.getMin(), factor * scores.getMax());
    }

    private void published(String title, Curve curve) {
        Axis axis = curve.axis();
        if (curve.workloads().stream().allMatch(workload -> workload.published().isEmpty())) {
            return;
        }
        Table table = new Table(List.of(">" + axis.name() + (axis.unit().isEmpty() ? "" : ", " + axis.unit()), "on", ">score"))
                .named("Published figures, " + title, "Published figures, from other machines.");
        curve.workloads().forEach(workload -> workload.published().forEach(figure -> table.add(List.of(
                Optional.ofNullable(workload.x()).map(Numbers::plain).orElse(""), figure.on(),
                curve.unit().exactly(figure.score())))));
        html.table(table);
    }
}
