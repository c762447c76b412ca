package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The section on where and how the proof was run, and how to run it again. */
final class MachineSection {
    static final String ID = "machine";

    private static final double GIB = 1L << 30;

    private final List<Machine> machines;

    MachineSection(List<Machine> machines) {
        this.machines = machines;
    }

    void write(Html html) {
        html.open("section", "aria-labelledby", ID);
        html.element("h2", machines.size() == 1 ? "The machine" : "The machines", "id", ID);
        environment(html);
        jdks(html);
        html.element("h3", "To run it again");
        for (Machine machine : machines) {
            if (machines.size() > 1) {
                html.element("p", machine.label() + ", " + machine.name(), "class", "key");
            }
            html.open("pre").element("code", command(machine.results().command())).end();
        }
        html.end();
    }

    private void environment(Html html) {
        List<String> columns = new ArrayList<>(List.of(""));
        machines.forEach(machine -> columns.add(machines.size() == 1 ? machine.name() : machine.label() + ", " + machine.name()));
        DataTable table =
                new DataTable(html, "Environment", "\u201cUnknown\u201d is what the operating system does not tell.", columns);
        row(html, table, "processor", here -> here.cpu());
        row(html, table, "cores", here -> Integer.toString(here.cores()));
        row(html, table, "memory", here -> memory(here.memoryBytes()));
        row(html, table, "operating system", here -> here.kernel());
        row(html, table, "architecture", here -> here.architecture());
        row(html, table, "frequency governor", here -> here.governor());
        row(html, table, "virtual machine or container", here -> here.virtual());
        row(html, table, "container limits", here -> container(here.container()));
        row(html, table, "load before", here -> load(here.before()));
        row(html, table, "load after", here -> load(here.after()));
        row(html, table, "variables", here -> variables(here.variables()));
        row(html, table, "warnings", here -> here.warnings().isEmpty() ? "none" : String.join("\n", here.warnings()));
        rowOfResults(html, table, "Slipstream", results -> results.version().isEmpty() ? null : results.version());
        rowOfResults(html, table, "time allowed", results -> Words.duration(results.budget()));
        rowOfResults(html, table, "started", results -> Words.minute(results.started()));
        rowOfResults(html, table, "took", results -> Words.duration(results.seconds()));
        table.end();
    }

    private void row(Html html, DataTable table, String name, Function<Environment, String> field) {
        rowOfResults(html, table, name, results -> field.apply(results.environment()));
    }

    private void rowOfResults(Html html, DataTable table, String name, Function<Results, String> field) {
        table.row(name);
        for (Machine machine : machines) {
            String value = field.apply(machine.results());
            table.cell(() -> html.element("span", value == null ? "unknown" : value, "class", value == null ? "none" : "lines"));
        }
        table.endRow();
    }

    private void jdks(Html html) {
        List<Environment.Java> all =
                machines.stream().flatMap(machine -> machine.results().environment().jdks().stream()).toList();
        if (all.isEmpty()) {
            return;
        }
        List<String> remedies = all.stream().flatMap(jdk -> jdk.remedies().keySet().stream()).distinct().toList();
        html.element("h3", "JDKs");
        List<String> columns = new ArrayList<>(List.of("jdk", "build", "vendor", "home"));
        columns.addAll(remedies);
        DataTable table = new DataTable(html, "JDKs", "The JDKs that were measured"
                + (remedies.isEmpty() ? "." : ", and what the agent does on each."), columns);
        for (Machine machine : machines) {
            machine.results().environment().jdks().forEach(jdk -> {
                table.row(machines.size() == 1 ? "" : machine.label(), jdk.version());
                table.cell(jdk.build()).cell(jdk.vendor()).cell(jdk.home());
                remedies.forEach(remedy -> table.cell(jdk.remedies().getOrDefault(remedy, "")));
                table.endRow();
            });
        }
        table.end();
    }

    /** Quotes a command so that it can be pasted into a shell. */
    static String command(List<String> words) {
        return words.stream().map(MachineSection::quoted).collect(Collectors.joining(" ", "./slipstream ", "")).strip();
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String memory(Long bytes) {
        return bytes == null ? null : Numbers.significant(bytes / GIB) + " GiB";
    }

    private static String container(Environment.Container container) {
        if (container == null) {
            return null;
        }
        String cpus = container.cpus() == null ? "no limit of processors" : Numbers.plain(container.cpus()) + " processors";
        return cpus + ", " + (container.memoryBytes() == null ? "no limit of memory" : memory(container.memoryBytes()));
    }

    private static String load(Environment.Load load) {
        if (load == null) {
            return null;
        }
        return (load.average() == null ? "load average unknown" : "load average " + Numbers.significant(load.average()))
                + share(load.others(), "other programs") + share(load.stolen(), "stolen by the hypervisor");
    }

    private static String share(Double fraction, String of) {
        return ", " + of + " " + (fraction == null ? "unknown" : Numbers.percent(fraction));
    }

    private static String variables(Map<String, String> variables) {
        return variables.isEmpty() ? "none" : variables.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .collect(Collectors.joining("\n"));
    }
}
