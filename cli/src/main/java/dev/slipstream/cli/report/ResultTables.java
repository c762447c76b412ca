package dev.slipstream.cli.report;

import dev.slipstream.lab.Part.Axis;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload.Published;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.result.Results.PartResult;
import dev.slipstream.lab.result.Results.ScenarioResult;
import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of a proof: measurements, claims, scenarios that hang, and the machine's floors. */
final class ResultTables {
    /** The first cells of a row, before its scores, and its workload. */
    private record Row(List<String> start, WorkloadResult workload) {
    }

    private ResultTables() {
    }

    /** Returns a row for each workload of the parts that form no curve, with a column for each subject. */
    static Table measurements(ExperimentResult experiment) {
        return scores(List.of("", "median of the forks"), experiment.parts().stream()
                .filter(part -> !part.isCurve())
                .flatMap(part -> part.workloads().stream()
                        .map(workload -> new Row(List.of(number(part, workload), workload.title()), workload)))
                .toList());
    }

    /**
     * Returns a row for each place on the axis of a part, with a column for each subject. Shows workload titles only if the place
     * does not identify the workload.
     */
    static Table curve(PartResult part) {
        Axis axis = part.axis();
        Set<Double> places = new HashSet<>();
        boolean told = part.workloads().stream().allMatch(workload -> workload.x() != null && places.add(workload.x()));
        List<String> header = new ArrayList<>(List.of("", ">" + axis.name() + (axis.logarithmic() ? " (log)" : "")));
        if (!told) {
            header.add("median of the forks");
        }
        return scores(header, part.workloads().stream()
                .map(workload -> {
                    List<String> start = new ArrayList<>(List.of(number(part, workload), place(workload.x(), axis)));
                    if (!told) {
                        start.add(workload.title());
                    }
                    return new Row(start, workload);
                })
                .toList());
    }

    /** Returns a row for each floor of the machine. */
    static Table floors(List<WorkloadResult> floors) {
        return scores(List.of("median of the forks"),
                floors.stream().map(floor -> new Row(List.of(floor.title()), floor)).toList());
    }

    /** Returns a row for each claim about a measurement. */
    static Table claims(ExperimentResult experiment) {
        double usual = Words.usualConfidence(experiment.parts().stream()
                .flatMap(part -> part.workloads().stream()).flatMap(workload -> workload.claims().stream()));
        Table table = new Table(List.of(
                "", "claim", ">ratio", ">" + Words.confidence(usual) + " interval", ">pairs", "verdict"));
        for (PartResult part : experiment.parts()) {
            for (WorkloadResult workload : part.workloads()) {
                for (ClaimResult claim : workload.claims()) {
                    table.add(List.of(
                            number(part, workload),
                            Words.claim(claim),
                            claim.ratio() == null ? "" : Numbers.significant(claim.ratio()),
                            Words.interval(claim, usual),
                            Integer.toString(claim.ratios().size()),
                            Words.verdict(claim)));
                }
            }
        }
        return table;
    }

    /** Returns a row for each headline. */
    static Table glance(Results results) {
        Table table = new Table(List.of("", "", "", "at a glance", ">interval", "verdict"));
        for (ExperimentResult experiment : results.experiments()) {
            for (PartResult part : experiment.parts()) {
                for (WorkloadResult workload : part.workloads()) {
                    workload.claims().stream().filter(Headline::is).map(claim -> new Headline(workload, claim)).forEach(each ->
                            table.add(List.of(
                                    experiment.remedy() + " " + number(part, workload),
                                    each.who(),
                                    workload.title(),
                                    each.figure().map(figure -> figure + " " + each.words()).orElse(""),
                                    each.claim().interval() == null ? ""
                                            : Words.confidence(each.claim().confidence()) + ": " + each.interval(),
                                    Words.verdict(each.claim()))));
                }
            }
        }
        return table;
    }

    /** Returns a row for each scenario, with a column for each subject. */
    static Table scenarios(ExperimentResult experiment) {
        List<String> subjects = columns(experiment.parts().stream()
                .flatMap(part -> part.scenarios().stream())
                .map(ScenarioResult::subject));
        Table table = new Table(Stream.concat(Stream.of("", "program"), subjects.stream().map(Words::subject)).toList(), 2);
        for (PartResult part : experiment.parts()) {
            List<String> ids = part.scenarios().stream().map(ScenarioResult::id).distinct().toList();
            for (int i = 0; i < ids.size(); i++) {
                String id = ids.get(i);
                List<ScenarioResult> row = part.scenarios().stream().filter(s -> s.id().equals(id)).toList();
                List<String> cells = new ArrayList<>(List.of(part.id() + (i + 1), row.get(0).title()));
                subjects.forEach(subject -> cells.add(row.stream()
                        .filter(result -> result.subject().equals(subject))
                        .findFirst()
                        .map(Words::ending)
                        .orElse("")));
                table.add(cells);
            }
        }
        return table;
    }

    /** Returns the part's letter, followed by a number if the part has several workloads. */
    static String number(PartResult part, WorkloadResult workload) {
        int index = part.workloads().indexOf(workload);
        return part.workloads().size() == 1 ? part.id() : part.id() + (index + 1);
    }

    private static Table scores(List<String> start, List<Row> rows) {
        List<String> subjects = columns(
                rows.stream().flatMap(row -> row.workload().subjects().stream()).map(SubjectResult::subject));
        boolean published = rows.stream().anyMatch(row -> !row.workload().published().isEmpty());
        List<String> header = new ArrayList<>(start);
        subjects.forEach(subject -> header.add(">" + Words.subject(subject)));
        if (published) {
            header.add("published");
        }
        Table table = new Table(header, start.size());
        Function<WorkloadResult, Unit> units = Unit.ofRows(rows.stream().map(Row::workload).toList());
        int width = rows.stream().mapToInt(row -> units.apply(row.workload()).name().length()).max().orElse(0);
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(row.start());
            subjects.forEach(subject -> cells.add(score(row.workload(), subject, units.apply(row.workload()), width)));
            if (published) {
                cells.add(published(row.workload()));
            }
            table.add(cells);
        }
        return table;
    }

    private static List<String> columns(Stream<String> subjects) {
        return subjects.distinct().map(Subject::named).sorted().map(Subject::toString).toList();
    }

    private static String score(WorkloadResult workload, String subject, Unit unit, int width) {
        return workload.subjects().stream()
                .filter(result -> result.subject().equals(subject) && !result.forks().isEmpty())
                .findFirst()
                .map(result -> score(result, unit, width))
                .orElse("");
    }

    private static String score(SubjectResult result, Unit unit, int width) {
        if (result.median() == null) {
            return Words.noScore(result);
        }
        String lost = Words.lost(result);
        return (lost.isEmpty() ? "" : "(" + lost + ") ") + unit.text(result.median(), width);
    }

    private static String place(Double x, Axis axis) {
        return x == null ? "" : Numbers.plain(x) + (axis.unit().isEmpty() ? "" : " " + axis.unit());
    }

    /** Formats published figures exactly, since they are quotations. */
    private static String published(WorkloadResult workload) {
        return workload.published().stream()
                .map(figure -> published(figure, workload.unit()))
                .collect(Collectors.joining(", "));
    }

    private static String published(Published figure, String unit) {
        String text = Numbers.plain(figure.score()) + (unit.isEmpty() ? "" : " " + unit) + " (" + figure.on() + ")";
        return text.replace(' ', Table.HELD);
    }
}
