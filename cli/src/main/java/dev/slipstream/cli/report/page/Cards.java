package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Headline;
import dev.slipstream.cli.report.Machines.Across;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.cli.report.ResultTables;
import dev.slipstream.cli.report.Subjects;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.stats.Verdict;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A card for each remedy: its headlines, and how many of its claims hold. */
final class Cards {
    /** Ranks gains by verdict first, since a small gain that holds says more than a larger one that does not; then by size. */
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
        html.element("p",
                "How many times faster the same work is with Slipstream: with its agent than on the JDK as it is, or with its"
                        + " library than with the JDK\u2019s own classes.",
                "class", "key");
        html.open("div", "class", "cards");
        remedies.forEach(remedy -> write(html, remedy));
        html.close().end();
    }

    private void write(Html html, RemedySection remedy) {
        Across<ExperimentResult> experiment = remedy.experiment();
        html.open("article", "class", "card").open("h3").element("a", remedy.name(), "href", "#" + remedy.id()).close();
        html.element("p", experiment.any().title(), "class", "title");
        headlines(html, remedy);
        experiment.cells().forEach(cell -> hangs(html, cell));
        List<Verdict> verdicts =
                experiment.stream().flatMap(each -> each.parts().stream()).flatMap(PartResult::verdicts).toList();
        long notMeasured = machines.stream().mapToLong(machine -> machine.results().notMeasured(remedy.name())).sum();
        if (!verdicts.isEmpty() || notMeasured > 0) {
            html.element("p", Words.holding(verdicts, notMeasured), "class", "count");
            bar(html, verdicts);
            tally(html, verdicts);
        }
        html.end();
    }

    /** Writes the headlines by workload; if there are none at all, the best gain. */
    private void headlines(Html html, RemedySection remedy) {
        List<RatioPlot.Row> rows = rows(remedy, Headline::is);
        boolean open = machines.stream().anyMatch(machine -> !remaining(machine, remedy.name()).isEmpty());
        if (rows.isEmpty() && !open) {
            rows = rows(remedy, Cards::isGain).stream()
                    .max(Comparator.comparing(row -> row.claim().any(), BEST)).stream().toList();
        }
        if (rows.isEmpty() && !open) {
            html.element("p", "no gain was measured", "class", "none");
        }
        for (int i = 0; i < rows.size(); i++) {
            headline(html, rows.get(i));
            if (i == rows.size() - 1 || !rows.get(i + 1).workload().equals(rows.get(i).workload())) {
                html.element("p", rows.get(i).workload().title(), "class", "detail");
            }
        }
        for (Machine machine : machines) {
            List<Remaining> missing = remaining(machine, remedy.name());
            if (!missing.isEmpty()) {
                html.element("p", on(machine) + Words.count(missing.size(), "headline workload") + " not measured yet, about "
                        + Words.duration(missing.stream().mapToDouble(Remaining::seconds).sum()), "class", "none");
            }
        }
    }

    private static List<RatioPlot.Row> rows(RemedySection remedy, Predicate<ClaimResult> which) {
        return Numbered.of(remedy.experiment()).stream()
                .flatMap(workload -> workload.claims().stream().map(claim -> new RatioPlot.Row(workload, claim)))
                .filter(row -> which.test(row.claim().any()))
                .toList();
    }

    private static List<Remaining> remaining(Machine machine, String remedy) {
        return machine.results().remaining().stream()
                .filter(each -> each.headline() && each.measured() == 0 && each.remedy().equals(remedy))
                .toList();
    }

    private String on(Machine machine) {
        return machines.size() == 1 ? "" : machine.label() + ": ";
    }

    /** Writes the same claim for every machine. */
    private void headline(Html html, RatioPlot.Row row) {
        for (Machine machine : machines) {
            html.open("p", "class", "gain");
            String who = new Headline(row.workload().workload().any(), row.claim().any()).who();
            html.element("span", on(machine) + who, "class", "who").text(" ");
            row.claim().on(machine).ifPresentOrElse(
                    claim -> headline(html, new Headline(row.workload().workload().on(machine).orElseThrow(), claim)),
                    () -> html.element("span", "not measured", "class", "none"));
            html.end();
        }
    }

    private static void headline(Html html, Headline headline) {
        ClaimResult claim = headline.claim();
        headline.figure().ifPresent(figure -> {
            String size = claim.bar().gain() || claim.bar().share() ? "big" : "limit";
            html.open("span", "class", claim.verdict() == Verdict.HOLDS ? size : size + " open");
            html.element("strong", figure).text(" " + headline.words()).close();
        });
        html.text(" ").open("span", "class", "sure");
        if (claim.interval() != null) {
            html.text(Words.confidence(claim.confidence()) + " interval " + headline.interval() + " ");
        }
        html.piece(ResultTables.badge(claim));
        html.close();
    }

    private void hangs(Html html, Optional<ExperimentResult> cell) {
        long cured = cell.stream().flatMap(each -> each.parts().stream()).mapToLong(Cards::cured).sum();
        if (cured > 0 && machines.size() == 1) {
            html.open("p", "class", "cured").element("strong", Long.toString(cured));
            html.text(cured == 1 ? " program that hangs on a stock JDK passes" : " programs that hang on a stock JDK pass").end();
        }
    }

    /** Counts the programs that hung on stock and passed with the remedy on the same JDK. */
    private static long cured(PartResult part) {
        return part.scenarios().stream()
                .filter(with -> with.ending() == Ending.PASS && Subjects.kind(with.subject())
                        .equals(Optional.of(Kind.SLIPSTREAM)))
                .filter(with -> part.scenarios().stream()
                        .anyMatch(without -> isStockOf(with, without) && without.ending() == Ending.HANG))
                .map(ScenarioResult::id)
                .distinct()
                .count();
    }

    private static boolean isStockOf(ScenarioResult with, ScenarioResult without) {
        return without.id().equals(with.id()) && Subjects.named(without.subject())
                .equals(Subjects.named(with.subject()).map(subject -> Kind.STOCK.on(subject.feature())));
    }

    /** Writes the number of each verdict; nothing if all hold, which {@link Words#holding} says. */
    static void tally(Html html, Collection<Verdict> all) {
        if (Words.count(all, Verdict.HOLDS) == all.size()) {
            return;
        }
        html.open("p", "class", "tally");
        for (Verdict verdict : Verdict.values()) {
            long count = Words.count(all, verdict);
            if (count > 0 || verdict == Verdict.HOLDS) {
                html.piece(ResultTables.badge(verdict, count + " " + Words.plural(verdict))).text(" ");
            }
        }
        html.end();
    }

    /** Draws the numbers as a bar, hidden from screen readers. */
    private static void bar(Html html, Collection<Verdict> all) {
        html.open("div", "class", "share", "aria-hidden", "true");
        for (Verdict verdict : Verdict.values()) {
            long count = Words.count(all, verdict);
            if (count > 0) {
                html.open("span", "class", verdict.toString(), "style", "flex-grow:" + count).close();
            }
        }
        html.end();
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
