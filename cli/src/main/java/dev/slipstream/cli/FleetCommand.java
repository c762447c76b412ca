package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.fleet.FleetRun;
import dev.slipstream.cli.fleet.FleetSummary;
import dev.slipstream.cli.fleet.FleetSummary.RemedyRow;
import dev.slipstream.cli.fleet.RecordingFiles;
import dev.slipstream.cli.fleet.Tables;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.report.page.FleetPage;
import dev.slipstream.diagnose.fleet.Names;
import dev.slipstream.results.stats.Numbers;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code fleet} command: analyses the recordings of many services. */
@Command(name = "fleet", mixinStandardHelpOptions = true,
        description = {"Analyses the flight recordings of many services: which of them pay, where, and what a remedy would save.",
            "A run that was stopped continues where it was; recordings that were analysed before are not read again."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:analysed; recordings that could not be read are listed",
            "1:a file could not be written, or another run writes to it", "2:bad usage",
            "3:no recording could be read", "130:stopped by Ctrl-C; the same command continues"},
        footer = {"",
            "Rules: FIELD is service, version or host. SOURCE is path:REGEX (its first group), env:VARIABLE, property:NAME,",
            "otel:KEY of OTEL_RESOURCE_ATTRIBUTES, or label:KEY of a file \"labels\" beside the recording, as Kubernetes writes it.",
            "The first rule that finds something counts.", "",
            "Example: ${ROOT-COMMAND-NAME} fleet /recordings --name 'service=path:([^/]+)/[^/]+$' --output fleet"})
final class FleetCommand implements Callable<Integer> {
    private static final int SHOWN = 3;

    @Parameters(paramLabel = "RECORDINGS", arity = "0..*",
            description = "A recording, a folder with recordings, or a glob in quotes.")
    private List<String> targets = List.of();

    @Option(names = "--name", paramLabel = "FIELD=SOURCE",
            description = "Where the name of a recording's service comes from, and its version and host. Repeatable.")
    private List<String> rules = List.of();

    @Option(names = "--tables", paramLabel = "DIR",
            description = "Analyses nothing: makes the page of the tables that slipstream-spark.jar has written to DIR.")
    private Optional<Path> tables = Optional.empty();

    @Option(names = "--before", paramLabel = "DIR",
            description = "Compares with the tables in DIR, such as those from before a roll-out, instead of those of the run before.")
    private Optional<Path> before = Optional.empty();

    @Option(names = "--output", paramLabel = "DIR", defaultValue = "slipstream-fleet",
            description = "Where the tables (Parquet) and the page go (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Spec
    private CommandSpec spec;

    private final FleetProgress progress = new FleetProgress();
    private Optional<RecordingFiles> recordings = Optional.empty();

    @Override
    public Integer call() throws Failure {
        check();
        Interruption interruption = new Interruption();
        try {
            for (Path other : Stream.concat(tables.stream(), before.stream()).toList()) {
                Tables.check(other);
            }
            Files.createDirectories(output);
            // Fails before the analysis rather than after it.
            Tables.check();
            try (FileChannel lock =
                    FileChannel.open(output.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null) {
                    throw new Failure(ExitCodes.FAILED, "another run of fleet writes to " + output
                            + "; wait for its end, or name another folder with --output");
                }
                return analyse();
            }
        } catch (InterruptedException | ClosedByInterruptException e) {
            throw new Failure(ExitCodes.FAILED, "stopped" + progress.part() + "; the same command continues");
        } catch (IOException e) {
            throw new Failure(ExitCodes.FAILED, "cannot write to " + output + ": " + Failure.describe(e));
        } finally {
            interruption.done();
        }
    }

    private int analyse() throws Failure, IOException, InterruptedException {
        FleetSummary summary;
        try (Tables made = tables.isPresent() ? Tables.ofTables(output, tables.get(), before) : analysed()) {
            summary = FleetSummary.of(made);
        }
        Path page = output.resolve("fleet.html");
        Files.writeString(page, FleetPage.of(summary, Main.version(), Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
        tell(summary);
        System.out.println("The page is " + page.toAbsolutePath().normalize());
        return summary.coverage().unreadable() == summary.coverage().recordings() ? ExitCodes.NOTHING_DONE : ExitCodes.DONE;
    }

    private Tables analysed() throws Failure, IOException, InterruptedException {
        Path journal = output.resolve("analysed.ndjson");
        try (FleetProgress shown = progress) {
            FleetRun.analyse(recordings.orElseThrow(), journal, Main.version(), rules, shown);
        }
        return Tables.ofJournal(output, journal, before);
    }

    private void check() {
        if (tables.isPresent()) {
            if (!targets.isEmpty() || !rules.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "--tables goes without RECORDINGS and --name");
            }
            return;
        }
        if (targets.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name recordings, or --tables");
        }
        RecordingFiles found;
        try {
            found = RecordingFiles.of(targets);
            Names.ofServices(rules);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no recording (*.jfr) is in " + String.join(", ", targets));
        }
        recordings = Optional.of(found);
    }

    private static void tell(FleetSummary summary) {
        System.out.println(Words.count(summary.coverage().recordings(), "recording") + ", "
                + Words.count(summary.coverage().services(), "service") + ", "
                + Words.count(summary.coverage().unreadable(), "recording") + " could not be read");
        summary.unreadable().stream().limit(SHOWN)
                .forEach(row -> System.out.println("  " + Failure.printable(row.recording() + ": " + row.error())));
        if (summary.coverage().unreadable() > SHOWN) {
            System.out.println("  ..., which the page lists");
        }
        summary.coverage().premise().text().ifPresent(System.out::println);
        summary.warning().ifPresent(warning -> System.out.println("Warning: " + Failure.printable(warning)));
        for (RemedyRow row : summary.remedies()) {
            List<String> services = new ArrayList<>(summary.services().stream().filter(each -> each.remedy().equals(row.remedy()))
                    .limit(SHOWN).map(each -> each.service().isEmpty() ? "(no name)" : Failure.printable(each.service()))
                    .toList());
            if (row.services() > SHOWN) {
                services.add("...");
            }
            System.out.println(row.remedy() + ": " + row.services() + (row.services() == 1 ? " service pays" : " services pay")
                    + row.saving()
                            .map(saving -> ", " + Numbers.significant(saving.least()) + " to "
                                    + Numbers.significant(saving.most())
                                    + " processors would be saved")
                            .orElse("")
                    + ": " + String.join(", ", services));
        }
    }
}
