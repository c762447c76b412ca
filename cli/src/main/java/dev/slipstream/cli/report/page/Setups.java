package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results.SubjectResult;
import dev.slipstream.lab.result.Results.WorkloadResult;
import java.util.List;
import java.util.stream.Collectors;

/** Lists the benchmark of every workload, its parameters, and the arguments of its JVMs. */
final class Setups {
    private final Html html;

    Setups(Html html) {
        this.html = html;
    }

    /** Writes the setups, folded away, as few readers need them. */
    void write(String remedy, List<NumberedWorkload> workloads) {
        if (workloads.isEmpty()) {
            return;
        }
        html.open("details").element("summary", "What exactly was run");
        DataTable table = new DataTable(html, "Benchmarks of " + remedy, "The benchmarks, for JMH.",
                List.of("workload", "benchmark", "parameters", "arguments of the JVM"));
        for (NumberedWorkload each : workloads) {
            WorkloadResult workload = each.workload().any();
            table.row(each.number(), each.title()).cell(workload.benchmark());
            table.cell(workload.params().entrySet().stream()
                    .map(param -> param.getKey() + "=" + param.getValue())
                    .collect(Collectors.joining(", ")));
            table.cell(() -> html.element("span", arguments(workload), "class", "lines")).endRow();
        }
        table.end();
        html.end();
    }

    private static String arguments(WorkloadResult workload) {
        return workload.subjects().stream()
                .filter(subject -> !subject.jvmArgs().isEmpty())
                .map(Setups::arguments)
                .collect(Collectors.joining("\n"));
    }

    private static String arguments(SubjectResult subject) {
        return Subjects.shown(subject.subject()) + ": " + String.join(" ", subject.jvmArgs());
    }
}
