package dev.slipstream.cli.report;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.cli.report.Table.Score;
import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Numbers;
import dev.slipstream.results.stats.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of proofs, for every format. Tables of one machine have a column for each figure or subject; tables of several have
 * one for each machine.
 */
public final class ResultTables {
    private final Machines machines;

    /**
     * Creates tables.
     *
     * @param machines the machines whose results they show
     */
    public ResultTables(Machines machines) {
        this.machines = machines;
    }

    /** Returns a row for each claim about a measurement, with its figures. */
    public Table claims(Across<ExperimentResult> experiment) {
        List<Numbered> workloads = Numbered.of(experiment);
        double usual = Words.usualConfidence(workloads.stream()
                .flatMap(workload -> workload.workload().stream()).flatMap(workload -> workload.claims().stream()));
        List<String> header = header("claim", ">ratio", ">" + Words.confidence(usual) + " interval", ">pairs", "verdict");
        Table table = new Table(header, 0).named("Claims of " + experiment.any().remedy(),
                "Each ratio is that of pairs: one fork, a JVM of its own, of each of the two that are compared, run one after the"
                        + " other." + intervals(usual));
        for (Numbered workload : workloads) {
            table.group(workload.number(), workload.title());
            workload.claims().forEach(claim -> table.addCells("", claim(claim, usual)));
        }
        return table;
    }

    private String intervals(double usual) {
        return machines.several() ? " Intervals are of " + Words.confidence(usual) + " unless they say otherwise." : "";
    }

    private List<Cell> claim(Across<ClaimResult> claim, double usual) {
        ClaimResult any = claim.any();
        return machines.several()
                ? row(Words.claim(any), claim, on -> Cell.of(figures(on, usual).toArray(Piece[]::new)))
                : List.of(Cell.of(Words.claim(any)), Cell.of(ratio(any)), Cell.of(Words.interval(any, usual)),
                        Cell.of(Integer.toString(any.ratios().size())), Cell.of(badge(any)));
    }

    /** Returns ratio, interval and verdict for one cell. */
    private static List<Piece> figures(ClaimResult claim, double usual) {
        List<Piece> pieces = new ArrayList<>();
        if (claim.ratio() != null) {
            pieces.addAll(List.of(Piece.of(ratio(claim), "ratio"), Piece.of(" ")));
        }
        if (claim.interval() != null) {
            pieces.addAll(List.of(Piece.of("(" + Words.interval(claim, usual) + ")", "sure"), Piece.of(" ")));
        }
        pieces.add(badge(claim));
        return pieces;
    }

    private static String ratio(ClaimResult claim) {
        return claim.ratio() == null ? "" : Numbers.significant(claim.ratio());
    }

    /** Returns the verdict of a claim, and what an undecided one still needs. */
    public static Piece badge(ClaimResult claim) {
        return badge(claim.verdict(), Words.verdict(claim));
    }

    /** Returns a verdict in words, to which a page adds symbol and colour. */
    public static Piece badge(Verdict verdict, String words) {
        String symbol = switch (verdict) {
            case HOLDS -> "✓";
            case REFUTED -> "✗";
            case UNDECIDED -> "?";
        };
        return new Piece(symbol, words, "verdict " + verdict);
    }

    /** A comparison without a true difference. */
    private record Comparison(String number, String title, Across<ClaimResult> claim) {}

    /** Returns a row for each comparison without a true difference, which shows the smallest difference that can be detected. */
    public Table noise() {
        List<Comparison> all = new ArrayList<>();
        for (Across<ExperimentResult> experiment : machines.experiments()) {
            for (Numbered workload : Numbered.of(experiment)) {
                workload.claims().stream().filter(claim -> showsNoise(claim.any())).forEach(claim -> all.add(new Comparison(
                        experiment.any().remedy() + " " + workload.number(), Words.claim(claim.any()) + "; " + workload.title(),
                        claim)));
            }
        }
        double usual = Words.usualConfidence(all.stream().flatMap(each -> each.claim().stream()));
        Table table = new Table(header("comparison", ">ratio", ">" + Words.confidence(usual) + " interval", "what that means",
                "verdict"))
                .named("Comparisons that show the noise", "Controls, and stock against stock." + intervals(usual));
        all.forEach(each -> table.addCells(each.number(), noise(each.title(), each.claim(), usual)));
        return table;
    }

    private List<Cell> noise(String title, Across<ClaimResult> claim, double usual) {
        ClaimResult any = claim.any();
        return machines.several()
                ? row(title, claim, on -> Cell.of(Stream.concat(figures(on, usual).stream(),
                        Stream.of(Piece.of(resolution(on), Piece.DETAIL))).toArray(Piece[]::new)))
                : List.of(Cell.of(title), Cell.of(ratio(any)), Cell.of(Words.interval(any, usual)), Cell.of(resolution(any)),
                        Cell.of(badge(any)));
    }

    private static String resolution(ClaimResult claim) {
        return Words.noise(claim).orElse(claim.interval() == null ? "Too few pairs to say." : "");
    }

    private static boolean showsNoise(ClaimResult claim) {
        return claim.role() == Role.CONTROL
                || Stream.of(claim.subject(), claim.reference())
                        .anyMatch(name -> Subjects.kind(name).equals(Optional.of(Kind.TWIN)));
    }

    /** Returns a row for each headline of a single machine. */
    Table glance() {
        Table table = new Table(List.of("", "", "at a glance", ">interval", "verdict"), 0);
        for (Across<ExperimentResult> experiment : machines.experiments()) {
            for (Numbered workload : Numbered.of(experiment)) {
                workload.workload().any().claims().stream().filter(Headline::is)
                        .map(claim -> new Headline(workload.workload().any(), claim)).forEach(each -> table.addCells(
                                experiment.any().remedy() + " " + workload.number(), Stream.of(each.who(), workload.title(),
                                        each.figure().map(figure -> figure + " " + each.words()).orElse(""),
                                        each.claim().interval() == null ? ""
                                                : Words.confidence(each.claim().confidence()) + ": " + each.interval(),
                                        Words.verdict(each.claim())).map(Cell::of).toList()));
            }
        }
        return table;
    }

    /** Returns a row for each program that passes or hangs or, for several machines, for each of its subjects. */
    public Table scenarios(Across<ExperimentResult> experiment) {
        List<Across<PartResult>> parts = experiment.split(ExperimentResult::parts, PartResult::id);
        Subjects ran = new Subjects(parts.stream().flatMap(Across::stream).flatMap(part -> part.scenarios().stream())
                .map(ScenarioResult::subject));
        Table table = new Table(header("program", ran.names().stream().map(Words::subject).toArray(String[]::new)))
                .named("Programs of " + experiment.any().remedy(), "How each program ended: ✓ as claimed, or ✗ otherwise.");
        for (Across<PartResult> part : parts) {
            List<Across<ScenarioResult>> runs = part.split(PartResult::scenarios, run -> List.of(run.id(), run.subject()));
            List<String> ids = runs.stream().map(run -> run.any().id()).distinct().toList();
            ids.forEach(id -> program(table, part.any().id() + (ids.indexOf(id) + 1),
                    runs.stream().filter(run -> run.any().id().equals(id)).toList(), ran));
        }
        return table;
    }

    private void program(Table table, String number, List<Across<ScenarioResult>> runs, Subjects ran) {
        String title = runs.get(0).any().title();
        Function<String, Stream<Across<ScenarioResult>>> by =
                subject -> runs.stream().filter(run -> run.any().subject().equals(subject));
        if (machines.several()) {
            table.group(number, title);
            ran.names().forEach(subject -> by.apply(subject)
                    .forEach(run -> table.addCells("", row(Words.subject(subject), run, ResultTables::ending))));
        } else {
            table.addCells(number, Stream.concat(Stream.of(Cell.of(title)), ran.names().stream()
                    .map(subject -> by.apply(subject).findFirst().map(run -> ending(run.any())).orElse(Cell.of("")))).toList());
        }
    }

    private static Cell ending(ScenarioResult run) {
        Piece ending = badge(run.verdict(), Words.ending(run));
        return run.endings().size() == 1 ? Cell.of(ending)
                : Cell.of(ending, Piece.of(" "), Piece.of("of " + run.endings().size() + " runs", Piece.DETAIL));
    }

    /** Returns the medians of every workload. */
    public Table measurements(Across<ExperimentResult> experiment, Subjects subjects) {
        List<Numbered> workloads = Numbered.of(experiment);
        boolean published = workloads.stream().anyMatch(each -> !each.workload().any().published().isEmpty());
        Table table = machines.several() ? besideEachOther(workloads, subjects)
                : scores(List.of("workload"), workloads.stream().map(Line::of).toList(), subjects, false);
        return table.named("Measurements of " + experiment.any().remedy(), "The median of the forks, each a JVM of its own."
                + (published ? " Published figures are others\u2019, from other machines." : ""));
    }

    /** Returns a row for each workload of a single machine whose part forms no curve. */
    static Table measurements(List<Across<PartResult>> parts) {
        return scores(List.of("median of the forks"), parts.stream().filter(part -> part.any().curve().isEmpty())
                .flatMap(part -> Numbered.ofPart(part).stream()).map(Line::of).toList());
    }

    /**
     * Returns a row for each place on the axis of a part of a single machine. Shows workload titles only if the place does not
     * identify the workload.
     */
    static Table curve(Across<PartResult> part, Axis axis) {
        Set<Double> places = new HashSet<>();
        boolean told = part.any().workloads().stream().allMatch(workload -> workload.x() != null && places.add(workload.x()));
        String along = ">" + axis.name() + (axis.logarithmic() ? " (log)" : "");
        return scores(told ? List.of(along) : List.of(along, "median of the forks"), Numbered.ofPart(part).stream().map(each -> {
            WorkloadResult workload = each.workload().any();
            String place = place(workload.x(), axis);
            return new Line(each.number(), told ? List.of(place) : List.of(place, workload.title()), workload);
        }).toList());
    }

    private static String place(@Nullable Double x, Axis axis) {
        return x == null ? "" : Numbers.plain(x) + (axis.unit().isEmpty() ? "" : " " + axis.unit());
    }

    /** Returns a row for each floor of a single machine. */
    static Table floors(List<WorkloadResult> floors) {
        return scores(List.of("median of the forks"), floors.stream().map(floor -> new Line("", List.of(floor.title()), floor))
                .toList());
    }

    /** A row of scores: its number, its first cells and its workload. */
    private record Line(String number, List<String> start, WorkloadResult workload) {
        static Line of(Numbered each) {
            return new Line(each.number(), List.of(each.title()), each.workload().any());
        }
    }

    private static Table scores(List<String> start, List<Line> lines) {
        return scores(start, lines, new Subjects(lines.stream().flatMap(line -> line.workload().subjects().stream())
                .map(SubjectResult::subject)), true);
    }

    /**
     * Returns a row for each line, with a column for each subject.
     *
     * @param quoted whether published figures keep their unit, rather than take that of their row
     */
    private static Table scores(List<String> start, List<Line> lines, Subjects subjects, boolean quoted) {
        boolean published = lines.stream().anyMatch(line -> !line.workload().published().isEmpty());
        List<String> header = new ArrayList<>(start);
        header.addAll(subjects.columns());
        if (published) {
            header.add("published");
        }
        Table table = new Table(header, start.size());
        Function<WorkloadResult, Unit> units = Unit.ofRows(lines.stream().map(Line::workload).toList());
        for (Line line : lines) {
            WorkloadResult workload = line.workload();
            List<Cell> cells = new ArrayList<>(line.start().stream().map(Cell::of).toList());
            subjects.names().forEach(subject -> cells.add(score(workload, subject, units.apply(workload)).orElse(Cell.of(""))));
            if (published) {
                Unit unit = quoted ? new Unit(workload.unit(), 1) : units.apply(workload);
                cells.add(Cell.of(published(workload, unit).map(figure -> figure.replace(' ', Table.HELD))
                        .collect(Collectors.joining(", "))));
            }
            table.addCells(line.number(), cells);
        }
        return table;
    }

    /** Returns a group for each workload, with a row for each subject and a column for each machine. */
    private Table besideEachOther(List<Numbered> workloads, Subjects subjects) {
        Table table = new Table(figures("workload"));
        Function<WorkloadResult, Unit> units = Unit.ofRows(workloads.stream().flatMap(each -> each.workload().stream()).toList());
        for (Numbered each : workloads) {
            Unit unit = units.apply(each.workload().stream().filter(WorkloadResult::measured).findFirst()
                    .orElse(each.workload().any()));
            String published = published(each.workload().any(), unit).collect(Collectors.joining(", "));
            table.group(each.number(), each.title() + (published.isEmpty() ? "" : "; published: " + published));
            for (String subject : subjects.names()) {
                Across<Optional<Cell>> scores = each.workload().map(workload -> score(workload, subject, unit));
                if (scores.stream().anyMatch(Optional::isPresent)) {
                    table.addCells("", row(Words.subject(subject), scores, score -> score.orElse(Cell.NOT_MEASURED)));
                }
            }
        }
        return table;
    }

    /** Returns the median of a subject, or why there is none; empty if no fork of it has run. */
    private static Optional<Cell> score(WorkloadResult workload, String subject, Unit unit) {
        return workload.subjects().stream().filter(result -> result.subject().equals(subject) && !result.forks().isEmpty())
                .findFirst()
                .map(result -> score(result, unit));
    }

    private static Cell score(SubjectResult result, Unit unit) {
        return result.median() == null ? Cell.of(Words.noScore(result))
                : new Score(unit.number(result.median()), unit.name(), Words.lost(result));
    }

    /** Formats published figures exactly, since they are quotations. */
    private static Stream<String> published(WorkloadResult workload, Unit unit) {
        return workload.published().stream().map(figure -> unit.exactly(figure.score()) + " (" + figure.on() + ")");
    }

    /** Returns the medians of the floors, with a row for each JDK. */
    public Table floors() {
        List<String> header = machines.several() ? figures("floor", "jdk") : List.of("floor", "jdk", ">median");
        Table table = new Table(header).named("Medians of the floors", "The median of the forks.");
        for (Across<WorkloadResult> floor : machines.floors()) {
            Unit unit = Unit.of(floor.stream().toList());
            for (Across<SubjectResult> subject : floor.split(WorkloadResult::subjects, SubjectResult::subject)) {
                List<Cell> row = new ArrayList<>(row(floor.any().title(), subject, on -> Cell.of(
                        on.median() == null ? Words.noScore(on) : unit.text(on.median()))));
                row.add(1, Cell.of(jdk(subject.any().subject())));
                table.addCells("", row);
            }
        }
        return table;
    }

    /** Returns the version of the JDK if only one machine has it, else its feature release. */
    private String jdk(String subject) {
        Optional<Integer> feature = Subjects.named(subject).map(Subject::feature);
        return machines.all().get(0).results().environment().jdks().stream()
                .filter(jdk -> !machines.several() && feature.equals(Optional.of(jdk.feature())))
                .map(Environment.Java::version).findFirst().orElse(feature.map(Object::toString).orElse(subject));
    }

    /** Returns the benchmark of every workload, its parameters and the arguments of its JVMs. */
    public static Table setups(Across<ExperimentResult> experiment) {
        Table table = new Table(List.of("workload", "benchmark", "parameters", "arguments of the JVM"))
                .named("Benchmarks of " + experiment.any().remedy(), "The benchmarks, for JMH.");
        for (Numbered each : Numbered.of(experiment)) {
            WorkloadResult workload = each.workload().any();
            String params = workload.params().entrySet().stream().map(param -> param.getKey() + "=" + param.getValue())
                    .collect(Collectors.joining(", "));
            String arguments = workload.subjects().stream().filter(subject -> !subject.jvmArgs().isEmpty())
                    .map(subject -> Words.subject(subject.subject()) + ": " + String.join(" ", subject.jvmArgs()))
                    .collect(Collectors.joining("\n"));
            table.addCells(each.number(), List.of(Cell.of(each.title()), Cell.of(workload.benchmark()), Cell.of(params),
                    Cell.of(Piece.of(arguments, "lines"))));
        }
        return table;
    }

    /** Returns the titles of the columns: the given ones for one machine, otherwise the first and the machines. */
    private List<String> header(String first, String... others) {
        return Stream.concat(Stream.of(first), machines.several() ? machines.labels().stream() : Stream.of(others)).toList();
    }

    private List<String> figures(String... first) {
        return Stream.concat(Stream.of(first), machines.labels().stream().map(label -> ">" + label)).toList();
    }

    /** Returns a title and a cell for each machine. */
    private <T> List<Cell> row(String title, Across<T> across, Function<T, Cell> cell) {
        return Stream.concat(Stream.of(Cell.of(title)), machines.all().stream()
                .map(machine -> across.on(machine).map(cell).orElse(Cell.NOT_MEASURED))).toList();
    }
}
