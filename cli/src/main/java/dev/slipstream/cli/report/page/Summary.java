package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Sentences;
import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.Results.Remaining;
import dev.slipstream.lab.stats.Verdict;
import java.util.List;
import java.util.Locale;

/** The top of the page: how many claims hold, on which machines, and which warnings apply. */
final class Summary {
    private final List<Machine> machines;
    private final List<Verdict> verdicts;

    Summary(List<Machine> machines) {
        this.machines = machines;
        this.verdicts = machines.stream().flatMap(machine -> machine.results().verdicts()).toList();
    }

    String title() {
        return "Slipstream: " + Verdicts.sentence(verdicts)
                + (machines.size() == 1 ? ", " + RunTimes.day(machines.get(0).results().started()) : where());
    }

    void head(Html html) {
        html.element("p", "Slipstream: performance fixes for the JDK, measured against the stock JDK", "class", "kicker");
        html.element("h1", capital(Verdicts.sentence(verdicts)) + where());
        Verdicts.tally(html, verdicts);
        if (machines.size() == 1) {
            Machine only = machines.get(0);
            html.element("p", only.description() + ". " + RunTimes.run(only.results()) + ".", "class", "lead");
        } else {
            legend(html);
        }
        machines.forEach(machine -> warn(html, machine));
    }

    void foot(Html html) {
        html.element("p", "Point estimates are pseudo-medians of the ratios of paired forks. A claim holds if its whole interval"
                + " is on the claim\u2019s side of the bar, is refuted if all of it is on the other side, and is undecided"
                + " in between.");
    }

    private String where() {
        return machines.size() == 1 ? "" : " on " + machines.size() + " machines";
    }

    private void legend(Html html) {
        DataTable table = new DataTable(html, "Machines", "The machines, as this page calls them.",
                List.of("machine", "processor", "file", ">hold", ">refuted", ">undecided", "run"));
        for (Machine machine : machines) {
            List<Verdict> its = machine.results().verdicts().toList();
            table.row(machine.label() + " " + Svg.glyph(machine.index()));
            table.cell(machine.description()).cell(machine.name());
            for (Verdict verdict : Verdict.values()) {
                table.figure(Long.toString(Verdicts.count(its, verdict)));
            }
            table.cell(RunTimes.run(machine.results())).endRow();
        }
        table.end();
    }

    private void warn(Html html, Machine machine) {
        Results results = machine.results();
        String name = machines.size() == 1 ? "" : " on " + machine.label();
        if (!results.remaining().isEmpty()) {
            html.open("section", "class", "notice", "aria-label", "Remaining" + name);
            html.element("p", (results.ended() ? "The time was not enough for everything" : "The proof was stopped") + name
                    + ". What remains would take about " + Words.duration(seconds(results.remaining())) + ":", "class", "what");
            html.open("ul");
            Sentences.remaining(results).forEach(line -> html.element("li", line));
            html.close().open("details").element("summary", "each workload").open("ul");
            results.remaining().forEach(each -> remaining(html, each));
            html.close().close().end();
        }
        if (!results.environment().warnings().isEmpty()) {
            html.open("section", "class", "notice", "aria-label", "Warnings" + name);
            html.element("p", "Why these figures may not be trusted" + name + ":", "class", "what").open("ul");
            results.environment().warnings().forEach(warning -> html.element("li", warning));
            html.close().end();
        }
    }

    private static double seconds(List<Remaining> all) {
        return all.stream().mapToDouble(Remaining::seconds).sum();
    }

    private static void remaining(Html html, Remaining each) {
        html.element("li", each.remedy() + " " + each.id() + ", " + each.title() + ": "
                + (each.claims() == 0 ? "shown only" : Words.count(each.claims(), "claim")) + ", about "
                + Words.count(each.pairs(), "more pair") + ", " + Words.duration(each.seconds()));
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
