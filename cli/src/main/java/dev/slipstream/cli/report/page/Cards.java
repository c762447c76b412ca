package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Sentences;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.Claim.Role;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.stats.Numbers;
import dev.slipstream.lab.stats.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A card for each remedy: the most that it gains, and how much of what is claimed of it holds. */
final class Cards {
    /** A gain that holds, however small, says more than a larger one that does not; of equals the largest. */
    private static final Comparator<ClaimResult> BEST =
            Comparator.<ClaimResult>comparingInt(claim -> rank(claim.verdict())).thenComparing(ClaimResult::ratio);

    private final List<Machine> machines;

    Cards(List<Machine> machines) {
        this.machines = machines;
    }

    void write(Html html, List<RemedySection> remedies) {
        if (remedies.isEmpty()) {
            html.element("p", "No experiment has run.", "class", "none");
            return;
        }
        html.open("section", "aria-labelledby", "remedies");
        html.element("h2", "At a glance", "id", "remedies");
        html.open("div", "class", "cards");
        remedies.forEach(remedy -> write(html, remedy));
        html.close().end();
    }

    private void write(Html html, RemedySection remedy) {
        Across<ExperimentResult> experiment = remedy.experiment();
        html.open("article", "class", "card").open("h3").element("a", remedy.name(), "href", "#" + remedy.id()).close();
        html.element("p", experiment.any().title(), "class", "title");
        gain(html, experiment);
        experiment.cells().forEach(cell -> hangs(html, cell));
        List<Verdict> verdicts =
                experiment.stream().flatMap(each -> each.parts().stream()).flatMap(PartResult::verdicts).toList();
        html.element("p", Verdicts.sentence(verdicts), "class", "count");
        Verdicts.bar(html, verdicts);
        Verdicts.tally(html, verdicts);
        html.end();
    }

    /** The same claim on every machine: the one that is best on the first that has one. */
    private void gain(Html html, Across<ExperimentResult> experiment) {
        Optional<RatioPlot.Row> best = Numbered.of(experiment).stream()
                .flatMap(workload -> workload.claims().stream().map(claim -> new RatioPlot.Row(workload, claim)))
                .filter(row -> isGain(row.claim().any()))
                .max(Comparator.comparing(row -> row.claim().any(), BEST));
        if (best.isEmpty()) {
            html.element("p", "no gain was measured", "class", "none");
            return;
        }
        for (Machine machine : machines) {
            html.open("p", "class", "gain");
            if (machines.size() > 1) {
                html.element("span", machine.label() + " ", "class", "machine");
            }
            best.get().claim().on(machine).ifPresentOrElse(
                    claim -> gain(html, claim), () -> html.element("span", "not measured", "class", "none"));
            html.end();
        }
        html.element("p", Subjects.shown(best.get().claim().any()) + "; " + best.get().workload().title(), "class", "detail");
    }

    private static void gain(Html html, ClaimResult claim) {
        if (claim.ratio() != null) {
            html.open("span", "class", claim.verdict() == Verdict.HOLDS ? "big" : "big open");
            html.element("strong", Numbers.significant(claim.ratio())).text(" times faster").close();
        }
        html.text(" ").open("span", "class", "sure");
        if (claim.interval() != null) {
            html.text(Sentences.confidence(claim.confidence()) + " interval " + Words.interval(claim) + " ");
        }
        Verdicts.badge(html, claim.verdict(), Words.verdict(claim));
        html.close();
    }

    private void hangs(Html html, Optional<ExperimentResult> cell) {
        long cured = cell.stream().flatMap(each -> each.parts().stream()).mapToLong(Cards::cured).sum();
        if (cured > 0 && machines.size() == 1) {
            html.open("p", "class", "cured").element("strong", Long.toString(cured));
            html.text(cured == 1 ? " program that hangs on a stock JDK passes" : " programs that hang on a stock JDK pass").end();
        }
    }

    /** Programs that hung on stock and passed with the remedy on the same JDK. */
    private static long cured(PartResult part) {
        return part.scenarios().stream()
                .filter(with -> Subjects.kind(with.subject()).equals("slipstream") && with.ending() == Ending.PASS)
                .filter(with -> part.scenarios().stream()
                        .anyMatch(without -> isStockOf(with, without) && without.ending() == Ending.HANG))
                .map(ScenarioResult::id)
                .distinct()
                .count();
    }

    private static boolean isStockOf(ScenarioResult with, ScenarioResult without) {
        return without.id().equals(with.id()) && Subjects.kind(without.subject()).equals("stock")
                && Subjects.feature(without.subject()) == Subjects.feature(with.subject());
    }

    private static boolean isGain(ClaimResult claim) {
        return claim.bar().gain() && claim.role() == Role.CLAIM && claim.ratio() != null;
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> 2;
            case UNDECIDED -> 1;
            case REFUTED -> 0;
        };
    }
}
