package dev.slipstream.cli;

import com.google.gson.GsonBuilder;
import dev.slipstream.cli.diagnose.source.LiveJvm;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.terminal.LiveText;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code ps} command. */
@Command(name = "ps", mixinStandardHelpOptions = true,
        description = {
            "Lists the running JVMs: what they run, on which JDK, the state of Slipstream in them, and whether they can be "
                    + "attached to.",
            "Sends no signal and attaches to none: reads /proc and the JVMs' performance data. Only a JVM whose attach listener runs "
                    + "already is asked for the state of Slipstream; without, threads and the JDK tell whether it is there."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:listed", "2:bad usage", "3:no JVM is seen", "130:stopped by Ctrl-C"})
final class PsCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** A recorder that was started once goes on costing there. */
    private static final String WITHOUT_END = "17";

    @ArgGroup(exclusive = true)
    private Form form = new Form();

    @Option(names = "--costs",
            description = "Also diagnoses each for 5 s, one after the other, and shows which costs it pays. Leaves out "
                    + "JDK 17, on which a flight recorder goes on costing.")
    private boolean costs;

    @Override
    public Integer call() throws Failure {
        Interruption interruption = new Interruption();
        LiveText text = new LiveText();
        try {
            while (form.isLive()) {
                text.show(Jvms.text(list(), Instant.now(), Screen.of(Terminal.OUTPUT)));
                if (!text.isWritten()) {
                    return ExitCodes.DONE;
                }
                Thread.sleep(text.every().toMillis());
            }
            List<Jvms.Listed> all = list();
            System.out.print(form.isJson() ? new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all)
                    + "\n"
                    : Jvms.text(all, Instant.now(), Screen.of(Terminal.OUTPUT)));
            System.out.flush();
            return all.isEmpty() ? ExitCodes.NOTHING_DONE : ExitCodes.DONE;
        } catch (InterruptedException stopped) {
            text.end();
            return ExitCodes.STOPPED;
        } finally {
            interruption.done();
        }
    }

    private List<Jvms.Listed> list() throws Failure, InterruptedException {
        List<Jvms.Listed> all = Jvms.all();
        return costs ? diagnosed(all) : all;
    }

    private static List<Jvms.Listed> diagnosed(List<Jvms.Listed> all) throws InterruptedException {
        List<Jvms.Listed> diagnosed = new ArrayList<>();
        for (Jvms.Listed each : all) {
            diagnosed.add(each.paying(pays(each)));
        }
        return diagnosed;
    }

    private static String pays(Jvms.Listed jvm) throws InterruptedException {
        if (!jvm.attach() || jvm.jdk().startsWith(WITHOUT_END)) {
            return "not measured";
        }
        try (Waiting waiting = new Waiting("Diagnosing process " + jvm.pid())) {
            return summary(new LiveJvm(jvm.pid()).look(LOOK, false, waiting.of(LOOK)));
        } catch (Failure e) {
            return "not measured: " + e.getMessage();
        }
    }

    /** Returns what is paid, or else what is unknown. */
    static String summary(Diagnosis diagnosis) {
        String paid = all(diagnosis, Verdict.PAID, each -> each.remedy() + (each.much().isEmpty() ? "" : " " + each.much()));
        String unknown = all(diagnosis, Verdict.UNKNOWN, Finding::remedy);
        String costs = !paid.isEmpty() ? paid : unknown.isEmpty() ? "none" : "unknown: " + unknown;
        State state = diagnosis.carriers() == null ? State.UNKNOWN : diagnosis.carriers().state();
        return switch (state) {
            case HANGS -> "hangs; " + costs;
            case FULL -> "may hang; " + costs;
            case DEADLOCK -> "deadlock; " + costs;
            default -> costs;
        };
    }

    private static String all(Diagnosis diagnosis, Verdict verdict, Function<Finding, String> told) {
        return diagnosis.findings().stream().filter(each -> each.verdict() == verdict).map(told)
                .collect(Collectors.joining(", "));
    }
}
