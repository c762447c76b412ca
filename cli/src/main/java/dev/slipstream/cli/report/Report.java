package dev.slipstream.cli.report;

import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a whole proof as text, for terminals and as Markdown. */
public final class Report {
    private final String heading;
    private final String lineEnd;
    private final Function<Table, String> table;
    private final UnaryOperator<String> plain;
    private final StringBuilder text = new StringBuilder();

    private Report(String heading, String lineEnd, Function<Table, String> table, UnaryOperator<String> plain) {
        this.heading = heading;
        this.lineEnd = lineEnd;
        this.table = table;
        this.plain = plain;
    }

    /**
     * Formats results for terminals and pipes.
     *
     * @param results the results
     * @param screen what shows them
     * @return lines of text
     */
    public static String text(Results results, Screen screen) {
        return new Report("", "\n", table -> TextTable.of(table, screen), screen::fit).of(results);
    }

    /**
     * Formats results as Markdown.
     *
     * @param results the results
     * @return lines of Markdown
     */
    public static String markdown(Results results) {
        // Markdown joins lines into one paragraph unless an empty line separates them.
        return new Report("### ", "\n\n", TextTable::markdown, TextTable::escaped).of(results);
    }

    private String of(Results results) {
        Machines machine = Machines.of("", results);
        ResultTables tables = new ResultTables(machine);
        machine.experiments().forEach(experiment -> experiment(experiment, tables));
        if (!results.floors().isEmpty()) {
            heading("floors: what this machine allows");
            table(ResultTables.floors(results.floors()));
            lines(results.floors().stream().flatMap(Report::failures).toList());
        }
        table(tables.glance());
        lines(results.environment().warnings().stream().map(warning -> "Warning: " + warning).toList());
        lines(Words.remaining(results));
        line(summary(results));
        text.append('\n');
        line(environment(results));
        return text.append('\n').toString();
    }

    private void experiment(Across<ExperimentResult> experiment, ResultTables tables) {
        heading(experiment.any().remedy() + ": " + experiment.any().title());
        List<Across<PartResult>> parts = experiment.split(ExperimentResult::parts, PartResult::id);
        table(ResultTables.measurements(parts));
        for (Across<PartResult> part : parts) {
            part.any().curve().ifPresent(axis -> {
                line(part.any().id() + ": " + part.any().title() + ", by " + axis.name());
                text.append(lineEnd);
                table(ResultTables.curve(part, axis));
            });
        }
        table(tables.claims(experiment));
        lines(Numbered.of(experiment).stream().flatMap(Report::noise).toList());
        table(tables.scenarios(experiment));
        lines(Stream.concat(Words.unsteady(experiment.any()).stream(), experiment.any().parts().stream()
                .flatMap(part -> part.workloads().stream()).flatMap(Report::failures)).toList());
    }

    private static Stream<String> noise(Numbered workload) {
        return workload.claims().stream().flatMap(claim -> Words.noise(claim.any()).stream())
                .map(sentence -> workload.number() + ": " + sentence);
    }

    /** Returns the first line of each failure: the results file has the end of its output, the logs have all of it. */
    private static Stream<String> failures(WorkloadResult workload) {
        return workload.subjects().stream().flatMap(subject -> {
            Map<String, Long> reasons = subject.failures().stream()
                    .map(failure -> failure.lines().findFirst().orElse("failed"))
                    .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
            return reasons.entrySet().stream().map(each -> workload.id() + " " + Words.subject(subject.subject()) + ": "
                    + (each.getValue() == 1 ? "a fork " : each.getValue() + " forks ") + each.getKey());
        });
    }

    private void heading(String title) {
        text.append(heading);
        line(title);
        text.append("\n\n");
    }

    private void table(Table each) {
        if (!each.isEmpty()) {
            text.append(table.apply(each)).append('\n');
        }
    }

    /** Appends a block of lines, followed by an empty line unless their line end includes one. */
    private void lines(List<String> all) {
        for (String each : all) {
            line(each);
            text.append(lineEnd);
        }
        if (!all.isEmpty() && lineEnd.length() == 1) {
            text.append('\n');
        }
    }

    private void line(String line) {
        text.append(plain.apply(TextTable.oneLine(line)));
    }

    private static String summary(Results results) {
        return "Claims: " + Words.counts(results) + ".";
    }

    private static String environment(Results results) {
        Environment here = results.environment();
        Stream<String> machine = Stream.of(
                here.cpu(),
                here.cores() + (here.cores() == 1 ? " core" : " cores"),
                here.memoryBytes() == null ? null : Numbers.gibibytes(here.memoryBytes()),
                here.kernel(),
                here.governor() == null ? null : "governor " + here.governor(),
                here.virtual(),
                here.container() == null || here.container().cpus() == null
                        ? null : "limited to " + here.container().cpus() + " processors",
                here.container() == null || here.container().memoryBytes() == null
                        ? null : "limited to " + Numbers.gibibytes(here.container().memoryBytes()));
        Stream<String> jdks = here.jdks().stream()
                .map(jdk -> "JDK " + jdk.version() + (jdk.vendor().isEmpty() ? "" : " (" + jdk.vendor() + ")"));
        return Stream.concat(machine, jdks).filter(Objects::nonNull).collect(Collectors.joining(", ")) + ".";
    }
}
