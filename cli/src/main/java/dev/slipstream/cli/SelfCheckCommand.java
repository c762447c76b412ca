package dev.slipstream.cli;

import dev.slipstream.cli.Trials.Outcome;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.fleet.Tables;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.TextTable;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The {@code self-check} command: tries the other commands on this host. */
@Command(name = "self-check", mixinStandardHelpOptions = true,
        description = {
            "Tries the commands on this host, each as a process of its own, on a JVM that it starts for this and ends.",
            "Changes no other JVM, fetches nothing, and leaves no file."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all that was tried works", "1:something that was tried does not work; its reason is in the table",
            "2:bad usage, or no JVM or command could be started", "130:stopped by Ctrl-C"})
final class SelfCheckCommand implements Callable<Integer> {
    private static final String YES = "yes";
    private static final String NO = "no";

    /** Begins what a command says of the JVM. */
    private static final String JVM = Trials.Idle.class.getName();

    private static final String NOT_TRIED = "not tried";

    private final Table table = new Table(List.of("command", "works", "seen"));
    private boolean allWork = true;

    @Override
    public Integer call() throws Failure, InterruptedException {
        Interruption interruption = new Interruption();
        Screen screen = Screen.of(Terminal.OUTPUT);
        System.out.print(screen.fit(about()));
        Screen.tell("Trying the commands, some ten seconds ...");
        try (Trials trials = new Trials()) {
            onAJvm(trials);
            list();
            rest(trials);
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "nothing can be tried: " + Failure.describe(e));
        } finally {
            interruption.done();
        }
        System.out.print(TextTable.of(table, screen));
        System.out.flush();
        return allWork ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private static String about() throws Failure {
        return "slipstream " + Main.version() + ", " + OneJar.path() + "\nruns on JDK " + Runtime.version() + ", "
                + System.getProperty("java.home") + ", as the user " + System.getProperty("user.name") + "\n";
    }

    private void onAJvm(Trials trials) throws Failure, IOException, InterruptedException {
        tried("run", trials.run("slipstream: naming ", "run", "--remedies", "naming", "--", trials.java(), "-version"));
        String pid = Long.toString(trials.pid());
        tried("attach", trials.run(JVM, "attach", "--remedies", "naming", pid));
        tried("status", trials.run("naming: ", "status", "--all", pid));
        tried("diagnose", trials.run(JVM, "diagnose", "--for", "1s", pid));
        tried("detach", trials.run(JVM, "detach", pid));
    }

    private void list() {
        try {
            List<Jvms.Listed> all = Jvms.all();
            List<Jvms.Listed> others = all.stream().filter(each -> !each.attach()).toList();
            add("ps", YES, Words.count(all.size(), "JVM") + (others.isEmpty() ? ", each can be attached to"
                    : ", " + others.size() + " cannot be attached to: " + others.get(0).refusal()));
        } catch (Failure e) {
            tried("ps", new Outcome(false, Failure.describe(e)));
        }
    }

    private void rest(Trials trials) throws Failure, IOException, InterruptedException {
        String home = Path.of(System.getProperty("java.home")).toRealPath().toString();
        tried("explain", trials.run(home, "explain", "naming"));
        add("bake, verify", NOT_TRIED, "they copy and compare a JDK; explain has read and rewritten the classes of this one");
        fleet();
        prove();
    }

    private void fleet() {
        try {
            if (Tables.isReady()) {
                Tables.check();
                add("fleet", YES, "DuckDB starts");
            } else {
                add("fleet", NO, "DuckDB is not there yet; SLIPSTREAM_DUCKDB names its jar, or the launcher fetches it by Maven");
            }
        } catch (NoClassDefFoundError missing) {
            add("fleet", NO, Main.lacking(missing.getMessage()));
        } catch (Failure e) {
            tried("fleet", new Outcome(false, Failure.describe(e)));
        }
    }

    private void prove() throws Failure {
        if (System.getProperty("slipstream.lab") == null) {
            add("prove", NO, WithoutLab.reason("prove"));
        } else if (Runtime.version().feature() < LabCommand.OLDEST_TO_PROVE) {
            add("prove", NO, "it requires JDK " + LabCommand.OLDEST_TO_PROVE + " or newer");
        } else {
            add("prove", NOT_TRIED, "slipstream-lab.jar is there, and this JDK is new enough; it takes minutes");
        }
    }

    private void tried(String command, Outcome outcome) {
        allWork &= outcome.works();
        add(command, outcome.works() ? YES : NO, outcome.said());
    }

    private void add(String command, String works, String seen) {
        table.add(List.of(command, works, seen));
    }
}
