package dev.slipstream.cli.report.page;

import java.util.List;

/** How the forks of every workload are spread, on each machine. */
final class Forks {
    /** More plots than that are folded away, so that what comes after them is found. */
    private static final int OPEN = 8;

    private final Html html;
    private final List<Machine> machines;
    private final Subjects subjects;

    Forks(Html html, List<Machine> machines, Subjects subjects) {
        this.html = html;
        this.machines = machines;
        this.subjects = subjects;
    }

    void write(List<Numbered> workloads) {
        if (workloads.stream().noneMatch(each -> each.workload().stream().anyMatch(workload -> workload.measured()))) {
            return;
        }
        html.element("h3", "Every fork");
        html.element("p", "A dot is a fork, from the first at the top to the last; the small ticks beside it are its iterations,"
                + " and the tall line is the median of all forks.", "class", "key");
        for (Machine machine : machines) {
            List<Numbered> measured = workloads.stream()
                    .filter(each -> each.workload().on(machine).filter(workload -> workload.measured()).isPresent())
                    .toList();
            if (!measured.isEmpty()) {
                write(machine, measured);
            }
        }
    }

    private void write(Machine machine, List<Numbered> measured) {
        html.open("details", "open", machines.size() == 1 && measured.size() <= OPEN ? "" : null);
        html.element("summary", (machines.size() == 1 ? "" : machine.label() + ", " + machine.description() + ": ")
                + measured.size() + (measured.size() == 1 ? " workload" : " workloads"));
        ForkPlot plot = new ForkPlot(html, subjects);
        measured.forEach(each -> each.workload().on(machine).ifPresent(workload -> plot.draw(each.number(), workload)));
        html.end();
    }
}
