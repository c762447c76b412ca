package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.Remaining;
import java.util.List;
import java.util.stream.Stream;

/** The section on what limits the figures: work that remains, and warnings. The head of the page mentions it. */
final class Doubts {
    private static final String ID = "doubts";

    private final List<Machine> machines;

    Doubts(List<Machine> machines) {
        this.machines = machines;
    }

    /** Writes a link to the section, with the number of warnings and the time of what remains; nothing if there is none of both. */
    void mention(Html html) {
        long warnings = machines.stream().mapToLong(machine -> machine.results().environment().warnings().size()).sum();
        double seconds = machines.stream().mapToDouble(machine -> seconds(machine.results())).sum();
        List<String> all = Stream.of(warnings == 0 ? "" : Words.count(warnings, "warning"),
                seconds == 0 ? "" : Words.duration(seconds) + " of measurements remain").filter(each -> !each.isEmpty()).toList();
        if (!all.isEmpty()) {
            html.open("p", "class", "lead").element("a", String.join(", ", all), "href", "#" + ID).text(".").close();
        }
    }

    void write(Html html) {
        if (machines.stream().anyMatch(machine -> !machine.results().remaining().isEmpty()
                || !machine.results().environment().warnings().isEmpty())) {
            html.open("div", "id", ID);
            machines.forEach(machine -> write(html, machine));
            html.end();
        }
    }

    private void write(Html html, Machine machine) {
        Results results = machine.results();
        String name = machines.size() == 1 ? "" : " on " + machine.label();
        if (!results.environment().warnings().isEmpty()) {
            html.open("section", "class", "notice", "aria-label", "Warnings" + name);
            html.element("p", "Why these figures may not be trusted" + name + ":", "class", "what").open("ul");
            results.environment().warnings().forEach(warning -> html.element("li", warning));
            html.close().end();
        }
        if (!results.remaining().isEmpty()) {
            html.open("section", "class", "notice", "aria-label", "Remaining" + name);
            html.element("p", (results.ended() ? "The time was not enough for everything" : "The proof was stopped") + name
                    + ". What remains would take about " + Words.duration(seconds(results)) + ":", "class", "what");
            html.open("ul");
            Words.remaining(results).forEach(line -> html.element("li", line));
            html.close().open("details").element("summary", "each workload").open("ul");
            results.remaining().forEach(each -> remaining(html, each));
            html.close().close().end();
        }
    }

    private static double seconds(Results results) {
        return results.remaining().stream().mapToDouble(Remaining::seconds).sum();
    }

    private static void remaining(Html html, Remaining each) {
        html.element("li", each.remedy() + " " + each.id() + ", " + each.title() + ": "
                + (each.claims() == 0 ? "shown only" : Words.count(each.claims(), "claim")) + ", about "
                + Words.count(each.pairs(), "more pair") + ", " + Words.duration(each.seconds()));
    }
}
