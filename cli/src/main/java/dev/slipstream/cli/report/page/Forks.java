package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import java.util.List;

/** Plots the iterations of every fork of every workload, on each machine. */
final class Forks {
    /** Maximum number of plots shown; more are folded away, so that the content after them is found. */
    private static final int OPEN = 8;

    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;

    Forks(Html html, List<Machine> machines, Subjects subjects) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
    }

    void write(List<NumberedWorkload> workloads) {
        if (machines.stream().allMatch(machine -> drawn(workloads, machine).isEmpty())) {
            return;
        }
        html.element("h3", "Every fork");
        html.element("p", "A line is a fork, iteration by iteration: faint while it warms up, strong where it is steady. Only steady"
                + " iterations count; the mark where they begin is at the height of the fork\u2019s score. A dashed line never became"
                + " steady, and has no score.", "class", "key");
        for (Machine machine : machines) {
            List<NumberedWorkload> drawn = drawn(workloads, machine);
            if (!drawn.isEmpty()) {
                write(machine, drawn);
            }
        }
    }

    private static List<NumberedWorkload> drawn(List<NumberedWorkload> workloads, Machine machine) {
        return workloads.stream().filter(each -> each.workload().on(machine).filter(ForkPlot::hasContent).isPresent()).toList();
    }

    private void write(Machine machine, List<NumberedWorkload> drawn) {
        html.open("details", "open", machines.size() == 1 && drawn.size() <= OPEN ? "" : null);
        html.element("summary", (machines.size() == 1 ? "" : machine.label() + ", " + machine.description() + ": ")
                + Words.count(drawn.size(), "workload"));
        ForkPlot plot = new ForkPlot(html, subjects);
        html.open("div", "class", "plots");
        drawn.forEach(each -> each.workload().on(machine).ifPresent(workload -> plot.draw(each.number(), workload)));
        html.close().end();
    }
}
