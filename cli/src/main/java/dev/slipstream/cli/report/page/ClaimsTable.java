package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Sentences;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results.ClaimResult;
import dev.slipstream.lab.stats.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The table of all claims about measurements, with their figures. */
final class ClaimsTable {
    private static final double USUAL = 0.95;

    private final Html html;
    private final List<Machine> machines;

    ClaimsTable(Html html, List<Machine> machines) {
        this.html = html;
        this.machines = machines;
    }

    void write(String remedy, List<NumberedWorkload> workloads) {
        if (workloads.stream().allMatch(workload -> workload.claims().isEmpty())) {
            return;
        }
        html.element("h3", "Claims");
        List<String> columns = new ArrayList<>(List.of("claim"));
        if (machines.size() == 1) {
            columns.addAll(List.of(">ratio", ">95 % interval", ">pairs", "verdict"));
        } else {
            machines.forEach(machine -> columns.add(machine.label()));
        }
        html.open("div", "class", "claims");
        DataTable table = new DataTable(html, "Claims of " + remedy, "Ratios are those of pairs of forks that ran side by side"
                + (machines.size() == 1 ? "." : "; intervals are of 95 % unless they say otherwise."), columns);
        for (NumberedWorkload workload : workloads) {
            List<Across<ClaimResult>> claims = workload.claims();
            if (!claims.isEmpty()) {
                table.group(workload.number(), workload.title());
                claims.forEach(claim -> row(table, claim));
            }
        }
        table.end();
        html.end();
    }

    private void row(DataTable table, Across<ClaimResult> claim) {
        ClaimResult any = claim.any();
        table.row(Subjects.shown(any));
        if (machines.size() == 1) {
            table.figure(any.ratio() == null ? "" : Numbers.significant(any.ratio()));
            table.figure(interval(any)).figure(Integer.toString(any.ratios().size()));
            table.cell(() -> Verdicts.badge(html, any.verdict(), Words.verdict(any)));
        } else {
            machines.forEach(machine -> claim.on(machine).ifPresentOrElse(on -> table.cell(() -> cell(on)), table::notMeasured));
        }
        table.endRow();
    }

    private void cell(ClaimResult claim) {
        if (claim.ratio() != null) {
            html.element("span", Numbers.significant(claim.ratio()), "class", "ratio").text(" ");
        }
        if (claim.interval() != null) {
            html.element("span", "(" + interval(claim) + ")", "class", "sure").text(" ");
        }
        Verdicts.badge(html, claim.verdict(), Words.verdict(claim));
    }

    private static String interval(ClaimResult claim) {
        boolean usual = Math.abs(claim.confidence() - USUAL) < 1e-9;
        return Words.interval(claim) + (usual || claim.interval() == null ? "" : ", " + Sentences.confidence(claim.confidence()));
    }
}
