package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmName;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.RunningJvm;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.TextTable;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.results.Records;
import java.io.Console;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The running JVMs as a list for the user, who may choose one of it. */
final class Jvms {
    private static final String UNKNOWN = "unknown";
    private static final String NONE = "-";

    private Jvms() {}

    /**
     * A JVM of the list. The components of {@code --json} have these names.
     *
     * @param pid the process id
     * @param runs the main class, or the jar's file name; empty if unknown
     * @param command the main class or jar, and the arguments; empty if unknown
     * @param jdk the version of its JDK; empty if unknown
     * @param started when it started, as an ISO-8601 instant; null if unknown
     * @param slipstream none, agent, baked or unknown
     * @param active the active remedies; null if the JVM has not told
     * @param attach whether it can be attached to
     * @param refusal why not; null if it can
     * @param pays the costs that it pays; null if it was not diagnosed
     */
    record Listed(long pid, String runs, String command, String jdk, @Nullable String started, String slipstream,
            @Nullable List<String> active, boolean attach, @Nullable String refusal, @Nullable String pays) {
        static Listed of(RunningJvm seen) {
            Optional<String> refusal = seen.refusal();
            Optional<Properties> told = refusal.isEmpty() ? seen.told() : Optional.empty();
            Status status = new Status(seen.pid(), told.orElseGet(Properties::new));
            String state = state(seen.isBaked(), status.remedies().isEmpty() ? seen.hasOurThreads() : Optional.of(true));
            List<String> active = status.remedies().isEmpty() ? null : status.active();
            return new Listed(seen.pid(), Failure.printable(JvmName.of(seen.command())), Failure.printable(seen.command()),
                    Failure.printable(seen.jdk()), seen.since().map(Instant::toString).orElse(null), state, active,
                    refusal.isEmpty(),
                    refusal.map(Failure::printable).orElse(null), null);
        }

        /**
         * Returns the state of Slipstream, which is none only if neither is there.
         *
         * @param baked whether the JDK is baked; empty if that cannot be seen
         * @param agent whether the agent is there; empty if that cannot be seen
         */
        static String state(Optional<Boolean> baked, Optional<Boolean> agent) {
            return baked.orElse(false) ? "baked"
                    : agent.orElse(false) ? "agent" : baked.isEmpty() || agent.isEmpty() ? UNKNOWN : "none";
        }

        Listed paying(String costs) {
            return Records.with(this, Listed::pays, costs);
        }

        /** Returns the jar's file name, or the class's name without its package. */
        private String name() {
            return runs.endsWith(".jar") ? runs : runs.substring(runs.lastIndexOf('.') + 1);
        }

        private String state() {
            if (slipstream.equals("none")) {
                return NONE;
            }
            return active == null ? slipstream
                    : slipstream + (active.isEmpty() ? ", nothing active" : ": " + String.join(", ", active));
        }
    }

    /**
     * Lists the running JVMs.
     *
     * @throws Failure if this system does not show them
     */
    static List<Listed> all() throws Failure {
        if (!JvmProcess.areVisible()) {
            throw new Failure(ExitCodes.NOTHING_DONE,
                    "this system has no /proc, by which running JVMs are found; jcmd lists them");
        }
        // One that has ended meanwhile is no running JVM.
        return RunningJvm.all().stream().map(Listed::of).filter(each -> JvmProcess.isAlive(each.pid)).toList();
    }

    /** Formats a list, with a line for each JVM that cannot be attached to. */
    static String text(List<Listed> all, Instant now, Screen screen) {
        if (all.isEmpty()) {
            return "No running JVM is seen.\n";
        }
        boolean costs = all.stream().anyMatch(each -> each.pays != null);
        Table table = new Table(Stream.of(">process", "runs", "JDK", ">for", "Slipstream", "attach", costs ? "pays" : null)
                .filter(Objects::nonNull).toList());
        for (Listed each : all) {
            table.add(Stream.of(Long.toString(each.pid), each.runs.isEmpty() ? UNKNOWN : each.name(),
                    each.jdk.isEmpty() ? UNKNOWN : each.jdk,
                    each.started == null ? UNKNOWN : StatusText.words(Duration.between(Instant.parse(each.started), now)),
                    each.state(),
                    each.attach ? "yes" : "no", each.pays).filter(Objects::nonNull).toList());
        }
        StringBuilder text = new StringBuilder(TextTable.of(table, screen));
        all.stream().filter(each -> !each.attach).forEach(each -> text.append(each.refusal).append(".\n"));
        return screen.fit(text.toString());
    }

    /**
     * Returns the process id of the JVM that the user has named, or chooses now.
     *
     * @param name the process id, main class or jar; null to show the list and, on a terminal, to ask
     * @throws Failure if none is chosen
     */
    static long choose(@Nullable String name) throws Failure {
        if (name != null) {
            return JvmName.resolve(name);
        }
        List<Listed> all = all();
        System.err.print(text(all, Instant.now(), Screen.of(Terminal.ERROR)));
        // From JDK 22 on there is a console without a terminal, too.
        Console console = Terminal.isOn(Terminal.INPUT) && Terminal.isOn(Terminal.OUTPUT) ? System.console() : null;
        if (console != null && !all.isEmpty()) {
            String typed = console.readLine("Which process? ");
            if (typed != null && !typed.isBlank()) {
                return JvmName.resolve(typed.strip());
            }
        }
        throw new Failure(ExitCodes.BAD_USAGE, "name a process id or a main class");
    }
}
