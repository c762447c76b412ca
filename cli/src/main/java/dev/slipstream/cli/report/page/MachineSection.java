package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.cli.report.Words;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        html.table(environment());
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

    private Table environment() {
        List<String> columns = new ArrayList<>(List.of(""));
        machines.forEach(machine -> columns.add(machines.size() == 1 ? machine.name() : machine.label() + ", " + machine.name()));
        Table table = new Table(columns).named("Environment", "\u201cUnknown\u201d is what the operating system does not tell.");
        row(table, "processor", here -> here.cpu());
        row(table, "cores", here -> Integer.toString(here.cores()));
        row(table, "memory", here -> memory(here.memoryBytes()));
        row(table, "operating system", here -> here.kernel());
        row(table, "architecture", here -> here.architecture());
        row(table, "frequency governor", here -> here.governor());
        row(table, "virtual machine or container", here -> here.virtual());
        row(table, "container limits", here -> container(here.container()));
        row(table, "load before", here -> load(here.before()));
        row(table, "load after", here -> load(here.after()));
        row(table, "variables", here -> variables(here.variables()));
        row(table, "warnings", here -> here.warnings().isEmpty() ? "none" : String.join("\n", here.warnings()));
        rowOfResults(table, "Slipstream", results -> results.version().isEmpty() ? null : results.version());
        rowOfResults(table, "time allowed", results -> Words.duration(results.budget()));
        rowOfResults(table, "started", results -> Words.minute(results.started()));
        rowOfResults(table, "took", results -> Words.duration(results.seconds()));
        return table;
    }

    private void row(Table table, String name, Function<Environment, String> field) {
        rowOfResults(table, name, results -> field.apply(results.environment()));
    }

    private void rowOfResults(Table table, String name, Function<Results, String> field) {
        table.addCells("", Stream.concat(Stream.of(Cell.of(name)), machines.stream()
                .map(machine -> field.apply(machine.results()))
                .map(value -> Cell.of(value == null ? Piece.of("unknown", "none") : Piece.of(value, "lines")))).toList());
    }

    private void jdks(Html html) {
        List<Environment.Java> all =
                machines.stream().flatMap(machine -> machine.results().environment().jdks().stream()).toList();
        if (all.isEmpty()) {
            return;
        }
        List<String> remedies = all.stream().flatMap(jdk -> jdk.remedies().keySet().stream()).distinct().toList();
        html.element("h3", "JDKs");
        Table table = new Table(Stream.concat(Stream.of("jdk", "build", "vendor", "home"), remedies.stream()).toList())
                .named("JDKs", "The JDKs that were measured" + (remedies.isEmpty() ? "." : ", and what the agent does on each."));
        for (Machine machine : machines) {
            machine.results().environment().jdks().forEach(jdk -> table.addCells(machines.size() == 1 ? "" : machine.label(),
                    Stream.concat(Stream.of(jdk.version(), jdk.build(), jdk.vendor(), jdk.home()),
                            remedies.stream().map(remedy -> jdk.remedies().getOrDefault(remedy, ""))).map(Cell::of).toList()));
        }
        html.table(table);
    }

    /** Quotes a command so that it can be pasted into a shell. */
    static String command(List<String> words) {
        return words.stream().map(MachineSection::quoted).collect(Collectors.joining(" ", "./slipstream ", "")).strip();
    }

    private static String quoted(String word) {
        return word.matches("[\\w./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static @Nullable String memory(@Nullable Long bytes) {
        return bytes == null ? null : Numbers.significant(bytes / GIB) + " GiB";
    }

    private static @Nullable String container(Environment.@Nullable Container container) {
        if (container == null) {
            return null;
        }
        String cpus = container.cpus() == null ? "no limit of processors" : Numbers.plain(container.cpus()) + " processors";
        return cpus + ", " + (container.memoryBytes() == null ? "no limit of memory" : memory(container.memoryBytes()));
    }

    private static @Nullable String load(Environment.@Nullable Load load) {
        if (load == null) {
            return null;
        }
        return (load.average() == null ? "load average unknown" : "load average " + Numbers.significant(load.average()))
                + share(load.others(), "other programs") + share(load.stolen(), "stolen by the hypervisor");
    }

    private static String share(@Nullable Double fraction, String of) {
        return ", " + of + " " + (fraction == null ? "unknown" : Numbers.percent(fraction));
    }

    private static String variables(Map<String, String> variables) {
        return variables.isEmpty() ? "none" : variables.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .collect(Collectors.joining("\n"));
    }
}
