package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.source.LiveJvm;
import dev.slipstream.cli.diagnose.source.StartedCommand;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.process.JvmName;
import dev.slipstream.cli.report.page.DiagnosisPage;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.diagnose.recording.Recordings;
import dev.slipstream.diagnose.recording.UnreadableRecording;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.DiagnosisJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code diagnose} command: finds which of the costs an application pays. */
@Command(name = "diagnose", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Finds out whether a JVM hangs and why, which of the remedies' costs it pays, how much, and where.",
            "A running JVM is not changed. Its threads are watched first, up to four seconds; a JVM that hangs is reported at once. "
                    + "Otherwise its flight recorder records for a while, and leaves nothing behind.",
            "A command is started with a recording of its own, and stopped (SIGTERM) after --for, if given."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:diagnosed", "1:at least one cost is paid, with --fail-on-findings",
            "2:bad usage, or a recording that cannot be read", "3:the diagnosis failed", "130:stopped by Ctrl-C"},
        footerHeading = "Examples:%n",
        footer = {"  ${ROOT-COMMAND-NAME} diagnose 4711", "  ${ROOT-COMMAND-NAME} diagnose --watch org.example.Shop",
            "  ${ROOT-COMMAND-NAME} diagnose --html page.html monday.jfr",
            "  ${ROOT-COMMAND-NAME} diagnose --for 2m -- java -jar app.jar"})
final class DiagnoseCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LONGEST_UNASKED = Duration.ofHours(1);

    @Parameters(arity = "0..*", paramLabel = "TARGET",
            description = "A running JVM's process id or main class; recordings (.jfr), one or many; or, after --, a command.")
    private List<String> targets = List.of();

    @Option(names = "--for", paramLabel = "TIME", converter = DurationConverter.class,
            description = "How long to record, such as 30s (the default) or 2m; with --watch the default is one hour. A JVM that hangs "
                    + "is recorded only with this option.")
    private @Nullable Duration time;

    @Option(names = "--watch", description = "Shows the findings while the diagnosis runs, until Ctrl-C.")
    private boolean watch;

    @Option(names = "--fail-on-findings", description = "Exits with 1 if at least one cost is paid; for scripts.")
    private boolean failOnFindings;

    @Option(names = "--json", description = "Prints JSON; the output of a started command then goes to standard error.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE",
            description = "Also writes an HTML page with plots, which needs no other file and no network.")
    private Optional<Path> html = Optional.empty();

    @Option(names = "--keep", paramLabel = "FOLDER",
            description = "Also keeps the diagnosis and the JVM's thread dumps in a new folder.")
    private Optional<Path> keep = Optional.empty();

    @Spec
    private CommandSpec spec;

    private Map<String, String> evidence = Map.of();
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Override
    public Integer call() throws Failure {
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        int dashes = arguments.indexOf("--");
        List<String> command = dashes < 0 ? List.of() : arguments.subList(dashes + 1, arguments.size());
        check(command);
        Interruption interruption = new Interruption();
        try {
            List<Diagnosis> found = command.isEmpty() ? look() : run(command);
            tell(found);
            if (keep.isPresent()) {
                new Evidence(keep.get()).keep(found.get(0), evidence, started);
            }
            return failOnFindings && found.stream().anyMatch(Diagnosis::anyPaid) ? ExitCodes.FAILED : ExitCodes.DONE;
        } catch (InterruptedException stopped) {
            if (command.isEmpty() && isFile(targets.get(0))) {
                Screen.tell("slipstream: stopped before the end of the " + (targets.size() == 1 ? "recording" : "recordings")
                        + "; no file is left");
            }
            return System.out.checkError() ? ExitCodes.DONE : ExitCodes.STOPPED;
        } finally {
            interruption.done();
        }
    }

    private void check(List<String> command) throws Failure {
        if (targets.isEmpty()) {
            targets = List.of(Long.toString(Jvms.choose(null)));
        }
        if (!command.isEmpty() && targets.size() > command.size()) {
            throw usage("a command cannot be combined with other targets; remove those before --");
        }
        if (time != null && (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(LONGEST) > 0)) {
            throw usage("--for must be between 1s and 24h");
        }
        boolean recordings = command.isEmpty() && targets.stream().anyMatch(DiagnoseCommand::isFile);
        if (recordings && !targets.stream().allMatch(DiagnoseCommand::isFile)) {
            throw usage("recordings cannot be combined with running JVMs; diagnose them one by one");
        }
        if (command.isEmpty() && !recordings && targets.size() > 1) {
            throw usage("several running JVMs cannot be combined; diagnose them one by one");
        }
        if (recordings && (time != null || watch)) {
            throw usage((watch ? "--watch" : "--for") + " applies to running JVMs only, not to recordings");
        }
        if (keep.isPresent() && (recordings || watch || !command.isEmpty())) {
            throw usage("--keep applies to running JVMs only, and not with --watch");
        }
        if (keep.isPresent() && Files.exists(keep.get(), LinkOption.NOFOLLOW_LINKS)) {
            throw usage("--keep " + keep.get() + " exists; name a new folder");
        }
        if (watch && (json || !command.isEmpty())) {
            throw usage("--watch cannot be combined with --json or a command");
        }
        checkFiles();
    }

    /** Fails now rather than after the diagnosis. */
    private void checkFiles() {
        if (keep.isPresent() && !canBeMade(keep.get().toAbsolutePath().getParent())) {
            throw usage("--keep " + keep.get() + " cannot be written");
        }
        if (html.isPresent() && (Files.isDirectory(html.get()) || !Files.isWritable(html.get().toAbsolutePath().getParent()))) {
            throw usage("--html " + html.get() + " cannot be written");
        }
    }

    /** Returns whether a folder, which need not be there yet, can get files. */
    private static boolean canBeMade(@Nullable Path folder) {
        Path there = folder;
        while (there != null && Files.notExists(there)) {
            there = there.getParent();
        }
        return there != null && Files.isDirectory(there) && Files.isWritable(there);
    }

    private static boolean isFile(String target) {
        try {
            return !isNumber(target) && (target.endsWith(".jfr") || target.contains("/") || Files.exists(Path.of(target)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static boolean isNumber(String target) {
        return target.matches("\\d{1,18}");
    }

    private List<Diagnosis> look() throws Failure, InterruptedException {
        if (isFile(targets.get(0))) {
            try (Waiting waiting = new Waiting("Reading the recording")) {
                return Recordings.diagnose(targets.stream().map(Path::of).toList(), waiting::read);
            } catch (InvalidPathException | UnreadableRecording e) {
                throw new Failure(ExitCodes.BAD_USAGE, Failure.describe(e));
            }
        }
        LiveJvm jvm = new LiveJvm(JvmName.resolve(targets.get(0)));
        Diagnosis found = watch ? watch(jvm) : look(jvm);
        evidence = jvm.evidence();
        return List.of(found);
    }

    private Diagnosis look(LiveJvm jvm) throws Failure, InterruptedException {
        Duration all = time == null ? LiveJvm.USUAL : time;
        try (Waiting waiting = new Waiting("Diagnosing")) {
            return jvm.look(all, time != null, waiting.of(all));
        }
    }

    private Diagnosis watch(LiveJvm jvm) throws Failure, InterruptedException {
        LiveView view = new LiveView();
        try {
            return jvm.look(time == null ? LONGEST_UNASKED : time, true, view);
        } catch (InterruptedException stopped) {
            view.end();
            if (view.last().isPresent()) {
                page(List.of(view.last().get()));
            }
            throw stopped;
        }
    }

    private List<Diagnosis> run(List<String> command) throws Failure, InterruptedException {
        try (Waiting waiting = new Waiting("Reading the recording")) {
            return new StartedCommand(command, json ? System.err : null).run(Optional.ofNullable(time), waiting::read,
                    waiting::measures);
        }
    }

    private void tell(List<Diagnosis> found) throws Failure {
        if (json) {
            System.out.print(DiagnosisJson.of(found, Main.version()));
        } else {
            Screen screen = Screen.of(Terminal.OUTPUT);
            List<String> texts = new ArrayList<>();
            found.forEach(each -> texts.add(DiagnosisText.of(each, screen)));
            System.out.print(String.join("\n\n", texts));
        }
        System.out.flush();
        page(found);
    }

    private void page(List<Diagnosis> found) throws Failure {
        if (html.isPresent()) {
            try {
                Files.writeString(html.get(), DiagnosisPage.of(found, Main.version(), started.toString()));
            } catch (IOException e) {
                throw new Failure(ExitCodes.BAD_USAGE, "cannot write " + html.get() + ": " + Failure.describe(e));
            }
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
