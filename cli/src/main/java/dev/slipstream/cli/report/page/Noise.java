package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.Claim.Role;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.result.Results.ExperimentResult;
import dev.slipstream.lab.stats.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The section on comparisons without a true difference, which show the smallest difference that can be detected. */
final class Noise {
    static final String ID = "noise";

    private final List<Machine> machines;
    private final List<Row> rows = new ArrayList<>();

    /** A comparison and its workload. */
    private record Row(String remedy, NumberedWorkload workload, Across<ClaimResult> claim) {
    }

    Noise(List<Machine> machines, Across<Results> all) {
        this.machines = machines;
        for (Across<ExperimentResult> experiment : all.split(Results::experiments, ExperimentResult::remedy)) {
            for (NumberedWorkload workload : NumberedWorkload.of(experiment)) {
                workload.claims().stream()
                        .filter(claim -> isControl(claim.any()))
                        .forEach(claim -> rows.add(new Row(experiment.any().remedy(), workload, claim)));
            }
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void write(Html html) {
        if (isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", ID).element("h2", "Noise", "id", ID);
        html.element("p", "What was compared although nothing can differ. How far such an interval reaches from 1 is the smallest"
                + " difference that these measurements can show.", "class", "key");
        double usual = Words.usualConfidence(rows.stream().flatMap(row -> row.claim().stream()));
        List<String> columns = new ArrayList<>(List.of("comparison"));
        if (machines.size() == 1) {
            columns.addAll(List.of(">ratio", ">" + Words.confidence(usual) + " interval", "what that means", "verdict"));
        } else {
            machines.forEach(machine -> columns.add(machine.label()));
        }
        DataTable table = new DataTable(html, "Comparisons that show the noise", "Controls, and stock against stock."
                + (machines.size() == 1 ? "" : " Intervals are of " + Words.confidence(usual) + " unless they say otherwise."), columns);
        for (Row row : rows) {
            ClaimResult any = row.claim().any();
            table.row(row.remedy() + " " + row.workload().number(), Subjects.shown(any) + "; " + row.workload().title());
            if (machines.size() == 1) {
                table.figure(any.ratio() == null ? "" : Numbers.significant(any.ratio())).figure(Words.interval(any, usual));
                table.cell(resolution(any)).cell(() -> Verdicts.badge(html, any));
            } else {
                machines.forEach(machine -> row.claim().on(machine).ifPresentOrElse(
                        claim -> table.cell(() -> cell(html, claim, usual)), table::notMeasured));
            }
            table.endRow();
        }
        table.end();
        html.end();
    }

    private static void cell(Html html, ClaimResult claim, double usual) {
        if (claim.ratio() != null) {
            html.element("span", Numbers.significant(claim.ratio()), "class", "ratio");
            html.text((claim.interval() == null ? "" : " (" + Words.interval(claim, usual) + ")") + " ");
        }
        Verdicts.badge(html, claim);
        html.element("span", resolution(claim), "class", "detail");
    }

    private static String resolution(ClaimResult claim) {
        return Subjects.noise(claim).orElse(claim.interval() == null ? "Too few pairs to say." : "");
    }

    private static boolean isControl(ClaimResult claim) {
        return claim.role() == Role.CONTROL || isTwin(claim);
    }

    private static boolean isTwin(ClaimResult claim) {
        return Subjects.kind(claim.subject()).equals("twin") || Subjects.kind(claim.reference()).equals("twin");
    }
}
