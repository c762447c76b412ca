package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Report;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.report.page.ReportPage;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.ResultFiles.UnreadableResultsException;
import dev.slipstream.results.file.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code report} command: renders the results of one or several machines as one page. */
@Command(name = "report", mixinStandardHelpOptions = true,
        description = "Makes a page of the results of prove: of one machine, or of several side by side.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:the page is written", "2:bad usage or input, or the page cannot be written"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} report laptop.json server.json --output both.html"})
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "A results.json, or a folder that holds one.")
    private List<Path> files;

    @Option(names = "--output", paramLabel = "FILE", defaultValue = "report.html",
            description = "The page to write (default: ${DEFAULT-VALUE}). It needs no other file, and no network.")
    private Path output;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the tables as Markdown too.")
    private Optional<Path> markdown = Optional.empty();

    @Override
    public Integer call() throws Failure {
        List<Machine> all = new ArrayList<>();
        for (Path file : files) {
            keep(file);
            Results results = read(file);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).results().equals(results)) {
                    throw new Failure(ExitCodes.BAD_USAGE, files.get(i) + " and " + file + " are the same run");
                }
            }
            all.add(new Machine(all.size(), name(file), results));
        }
        Machines machines = new Machines(all);
        write(output, ReportPage.of(machines));
        if (markdown.isPresent()) {
            write(markdown.get(), markdown(machines));
        }
        List<String> legend = machines.legend();
        for (int i = 0; i < all.size(); i++) {
            System.out.println(legend.get(i) + ": " + Words.counts(all.get(i).results()));
        }
        System.out.println("The page is " + output.toAbsolutePath().normalize());
        return ExitCodes.DONE;
    }

    private static Results read(Path file) throws Failure {
        try {
            return ResultFiles.read(file);
        } catch (UnreadableResultsException e) {
            throw new Failure(ExitCodes.BAD_USAGE, String.valueOf(e.getMessage()));
        }
    }

    /** Refuses to overwrite results with a page: results may have taken hours to measure. */
    private void keep(Path file) throws Failure {
        for (Path results : List.of(file, file.resolve("results.json"))) {
            for (Path written : List.of(output, markdown.orElse(output))) {
                if (results.toAbsolutePath().normalize().equals(written.toAbsolutePath().normalize())) {
                    throw new Failure(ExitCodes.BAD_USAGE, written + " holds the results; write the page somewhere else");
                }
            }
        }
    }

    private static void write(Path file, String text) throws Failure {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "cannot write " + file + ": " + e);
        }
    }

    /** Returns the file name, preceded by the folder's if the file is a {@code results.json}. */
    private static String name(Path file) {
        Path path = file.toAbsolutePath().normalize();
        Path folder = path.getParent();
        Path name = !path.endsWith("results.json") || folder == null ? null : folder.getFileName();
        return (name == null ? "" : name + "/") + path.getFileName();
    }

    private static String markdown(Machines machines) {
        StringBuilder text = new StringBuilder();
        for (Machine machine : machines.all()) {
            text.append(machines.several() ? "## " + machine.name() + "\n\n" : "");
            text.append(Report.markdown(machine.results())).append('\n');
        }
        return text.toString();
    }
}
