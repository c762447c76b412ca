package dev.slipstream.cli.report;

import dev.slipstream.lab.Published;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Numbers;
import dev.slipstream.lab.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The tables of one experiment: what was measured, what was claimed, what hangs. */
final class ResultTables {
    private ResultTables() {
    }

    /** A row for each workload, a column for each subject. */
    static Table measurements(ExperimentResult experiment) {
        List<String> subjects = columns(experiment.parts().stream()
                .flatMap(part -> part.workloads().stream())
                .flatMap(workload -> workload.subjects().stream())
                .map(SubjectResult::subject));
        boolean published = experiment.parts().stream()
                .flatMap(part -> part.workloads().stream())
                .anyMatch(workload -> !workload.published().isEmpty());
        List<String> header = new ArrayList<>(List.of("", "median of the forks"));
        subjects.forEach(subject -> header.add(">" + subject));
        if (published) {
            header.add("published");
        }
        Table table = new Table(header);
        for (PartResult part : experiment.parts()) {
            for (WorkloadResult workload : part.workloads()) {
                List<String> row = new ArrayList<>(List.of(number(part, workload), workload.title()));
                subjects.forEach(subject -> row.add(score(workload, subject)));
                if (published) {
                    row.add(published(workload));
                }
                table.add(row);
            }
        }
        return table;
    }

    /** A row for each claim about a measurement. */
    static Table claims(ExperimentResult experiment) {
        Table table = new Table(List.of("", "claim", ">ratio", ">95 % interval", ">pairs", "verdict"));
        for (PartResult part : experiment.parts()) {
            for (WorkloadResult workload : part.workloads()) {
                for (ClaimResult claim : workload.claims()) {
                    table.add(List.of(
                            number(part, workload),
                            claim.text(),
                            claim.ratio() == null ? "" : Numbers.significant(claim.ratio()),
                            interval(claim),
                            Integer.toString(claim.ratios().size()),
                            verdict(claim)));
                }
            }
        }
        return table;
    }

    /** A row for each scenario, a column for each subject. */
    static Table scenarios(ExperimentResult experiment) {
        List<ScenarioResult> all =
                experiment.parts().stream().flatMap(part -> part.scenarios().stream()).toList();
        List<String> subjects = columns(all.stream().map(ScenarioResult::subject));
        Table table = new Table(Stream.concat(Stream.of("", "program"), subjects.stream()).toList());
        for (PartResult part : experiment.parts()) {
            List<String> ids = part.scenarios().stream().map(ScenarioResult::id).distinct().toList();
            for (int i = 0; i < ids.size(); i++) {
                String id = ids.get(i);
                List<ScenarioResult> row = part.scenarios().stream().filter(s -> s.id().equals(id)).toList();
                List<String> cells = new ArrayList<>(List.of(part.id() + (i + 1), row.getFirst().title()));
                subjects.forEach(subject -> cells.add(ending(row, subject)));
                table.add(cells);
            }
        }
        return table;
    }

    /** The part's letter, and a number if it has several workloads. */
    static String number(PartResult part, WorkloadResult workload) {
        int index = part.workloads().indexOf(workload);
        return part.workloads().size() == 1 ? part.id() : part.id() + (index + 1);
    }

    private static List<String> columns(Stream<String> subjects) {
        return subjects.distinct().map(Subject::named).sorted().map(Subject::toString).toList();
    }

    private static String score(WorkloadResult workload, String subject) {
        return workload.subjects().stream()
                .filter(result -> result.subject().equals(subject))
                .findFirst()
                .map(result -> score(result, workload.unit()))
                .orElse("");
    }

    private static String score(SubjectResult result, String unit) {
        if (result.median() == null) {
            return "failed";
        }
        long failed = result.scores().stream().filter(Objects::isNull).count();
        return Numbers.significant(result.median()) + " " + unit + (failed == 0 ? "" : ", " + failed + " failed");
    }

    /** To the digit, since they are quoted. */
    private static String published(WorkloadResult workload) {
        return String.join(", ", workload.published().stream().map(figure -> published(figure, workload.unit())).toList());
    }

    private static String published(Published figure, String unit) {
        return Numbers.plain(figure.score()) + " " + unit + " (" + figure.on() + ")";
    }

    private static String interval(ClaimResult claim) {
        return claim.interval() == null
                ? ""
                : Numbers.significant(claim.interval().low()) + " .. " + Numbers.significant(claim.interval().high());
    }

    private static String verdict(ClaimResult claim) {
        if (claim.verdict() != Verdict.UNDECIDED) {
            return claim.verdict().toString();
        }
        return claim.verdict() + (claim.ratios().isEmpty() ? ": not measured"
                : claim.morePairs() == null ? ": on the bar"
                : ": about " + claim.morePairs() + " more pairs");
    }

    private static String ending(List<ScenarioResult> row, String subject) {
        return row.stream()
                .filter(result -> result.subject().equals(subject))
                .findFirst()
                .map(result -> result.verdict() == Verdict.HOLDS
                        ? word(result.ending())
                        : word(result.ending()) + ", claimed: " + word(result.expected()))
                .orElse("");
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }
}
