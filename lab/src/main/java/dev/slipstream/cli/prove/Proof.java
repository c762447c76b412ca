package dev.slipstream.cli.prove;

import dev.slipstream.cli.Main;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Report;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.report.page.ReportPage;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.machine.AgentProbe;
import dev.slipstream.lab.machine.Surroundings;
import dev.slipstream.lab.run.Prover;
import dev.slipstream.lab.run.Prover.Heading;
import dev.slipstream.lab.run.Selection;
import dev.slipstream.results.file.Results;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a selection and reports its results, also if it is stopped early. For a single use. */
final class Proof {
    private final Selection selection;
    private final Order order;
    private final Optional<Path> agent;
    private final Path output;
    private final PrintStream messages;

    /**
     * Creates a proof; runs nothing yet.
     *
     * @param selection the selection to run
     * @param order the order of the proof
     * @param agent the agent's jar, if there is one
     * @param output the folder for all results, an absolute path
     * @param messages receives messages to the user
     */
    Proof(Selection selection, Order order, Optional<Path> agent, Path output, PrintStream messages) {
        this.selection = selection;
        this.order = order;
        this.agent = agent;
        this.output = output;
        this.messages = messages;
    }

    /**
     * Runs the proof.
     *
     * @param budget the time that it may take
     * @param strict whether an undecided claim is a failure
     * @param markdown the file for the tables as Markdown, if any
     * @return the exit code
     * @throws IOException if results cannot be written
     */
    int run(Duration budget, boolean strict, Optional<Path> markdown) throws IOException {
        Interruption interruption = new Interruption();
        try {
            Results results = prove(budget);
            boolean stopped = Thread.interrupted();
            Path page = output.resolve("report.html");
            Files.writeString(page, ReportPage.of(Machines.of(output.getFileName().toString(), results)));
            System.out.print(Report.text(results, Screen.of(Terminal.OUTPUT)));
            System.out.flush();
            if (markdown.isPresent()) {
                Files.writeString(markdown.get(), Report.markdown(results));
            }
            if (stopped) {
                tell("Stopped; all measurements are kept. To continue: "
                        + Screen.whole(Slipstream.command("prove --resume --output " + output)));
            } else if (!results.remaining().isEmpty()) {
                tell("To continue: " + Screen.whole(
                        Slipstream.command("prove --resume --budget " + Words.budget(results) + " --output " + output)));
            }
            if (!results.measured()) {
                tell("Nothing could be measured.");
            }
            tell("Report: " + page.toUri());
            // A JVM that is being stopped has its exit code already: that of the signal.
            return stopped ? ExitCodes.FAILED : ExitCodes.of(results, strict);
        } finally {
            interruption.done();
        }
    }

    private void tell(String message) {
        messages.println(Screen.of(Terminal.ERROR).fit(message));
    }

    private Results prove(Duration budget) throws IOException {
        tell("Examining the machine, and the states of the remedies on its JDKs ...");
        Surroundings surroundings = Surroundings.before(selection.jdks(),
                agent.map(jar -> new AgentProbe(jar, Experiments.remedies())));
        surroundings.environment().warnings().forEach(warning -> tell("Warning: " + warning));
        List<String> command = new ArrayList<>(List.of("./slipstream", "prove"));
        command.addAll(order.arguments());
        Heading heading = new Heading(Main.version(), command, order.started(), surroundings::environment);
        return new Prover(selection, heading, output, ProofProgress.display()).prove(budget);
    }
}
