package dev.slipstream.cli.report;

import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A whole proof as text, for terminals and for Markdown. */
public final class Report {
    private Report() {
    }

    /**
     * For terminals and pipes.
     *
     * @param results what was found
     * @return lines of text
     */
    public static String text(Results results) {
        return render(results, "", Table::text);
    }

    /**
     * For Markdown documents.
     *
     * @param results what was found
     * @return lines of Markdown
     */
    public static String markdown(Results results) {
        return render(results, "### ", Table::markdown);
    }

    private static String render(Results results, String heading, Function<Table, String> table) {
        StringBuilder text = new StringBuilder();
        for (ExperimentResult experiment : results.experiments()) {
            text.append(heading).append(experiment.remedy()).append(": ").append(experiment.title()).append("\n\n");
            Stream.of(ResultTables.measurements(experiment), ResultTables.claims(experiment), ResultTables.scenarios(experiment))
                    .filter(each -> !each.isEmpty())
                    .forEach(each -> text.append(table.apply(each)).append('\n'));
            experiment.parts().forEach(part -> failures(part, text));
        }
        return text.append(summary(results)).append('\n').append(environment(results)).append('\n').toString();
    }

    /** Only the first line of each: the results file has the end of its output, the logs have all of it. */
    private static void failures(PartResult part, StringBuilder text) {
        for (WorkloadResult workload : part.workloads()) {
            for (SubjectResult subject : workload.subjects()) {
                subject.failures().forEach(failure -> text.append(workload.id()).append(' ').append(subject.subject())
                        .append(": a fork ").append(failure.lines().findFirst().orElse("failed")).append("\n\n"));
            }
        }
    }

    private static String summary(Results results) {
        List<Verdict> verdicts = results.parts()
                .flatMap(part -> Stream.concat(
                        part.workloads().stream().flatMap(w -> w.claims().stream()).map(claim -> claim.verdict()),
                        part.scenarios().stream().map(ScenarioResult::verdict)))
                .toList();
        return "Claims: " + Stream.of(Verdict.values())
                .map(verdict -> verdict + " " + verdicts.stream().filter(verdict::equals).count())
                .collect(Collectors.joining(", ")) + ".";
    }

    private static String environment(Results results) {
        Environment here = results.environment();
        Stream<String> machine =
                Stream.of("Size " + results.size(), here.cpu(), here.cores() + " cores", here.kernel());
        Stream<String> jdks = here.jdks().stream()
                .map(jdk -> "JDK " + jdk.version() + (jdk.vendor().isEmpty() ? "" : " (" + jdk.vendor() + ")"));
        return Stream.concat(machine, jdks).collect(Collectors.joining(", ")) + ".";
    }
}
