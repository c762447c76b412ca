package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.source.LiveJvm;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.cli.trial.Trial;
import dev.slipstream.cli.trial.TrialRun;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Slipstream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code attach} command. */
@Command(name = "attach", mixinStandardHelpOptions = true,
        description = {"Installs remedies in a running JVM.",
            "A second attach updates the first: it takes back remedies that are no longer named, leaves active ones untouched, "
                    + "and reinstalls those whose options differ.",
            "The first attach to a JVM that started without an agent makes HotSpot discard all compiled code: the application is slower "
                    + "until it is compiled again, for seconds to a minute or two."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all requested remedies are active, or not needed on this JDK; or a dry run",
            "1:the trial took all remedies back: none was shown to help",
            "2:bad usage; nothing was changed", "3:the JVM cannot be attached to, or not all requested remedies are active, or "
                    + "the JVM ended during the trial",
            "130:stopped by Ctrl-C; the trial took all remedies back"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} attach --remedies naming,text 4711"})
final class AttachCommand implements Callable<Integer> {
    private static final String REQUEST = "!attach:";
    private static final Duration SHORTEST_TRIAL = Duration.ofSeconds(4);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration ENDING = Duration.ofMillis(500);

    @Parameters(arity = "0..1", paramLabel = "PID|MAIN-CLASS",
            description = "The JVM: its process id, or the main class or jar that it runs. Default: lists them, and asks on a terminal.")
    private String jvm;

    @Option(names = "--remedies", paramLabel = "OPTIONS",
            description = "The agent's options, e.g. pinning or pinning.max-carriers=2048. Default: pinning, naming and arenas.")
    private String remedies;

    @Option(names = "--trial", paramLabel = "TIME", converter = DurationConverter.class,
            description = "Diagnoses for half of this time, installs the remedies, diagnoses again, and takes back each one that "
                    + "is not shown to help, e.g. 60s. In a JVM that hangs, progress counts. Ctrl-C takes all back.")
    private Duration trial;

    @Option(names = "--dry-run", description = "Says what would change: methods, threads, files. Loads nothing, changes nothing.")
    private boolean isDry;

    @Override
    public Integer call() throws Failure, InterruptedException {
        String options = RemedyOptions.checked(remedies, "nothing was changed");
        long pid = Jvms.choose(jvm);
        if (isDry && trial != null) {
            throw new Failure(ExitCodes.BAD_USAGE, "--dry-run installs nothing that --trial could try");
        }
        if (isDry) {
            Screen.print(String.join("\n", DryRun.of(pid, options)) + "\n");
            return ExitCodes.DONE;
        }
        if (trial != null) {
            return tryOut(pid, options);
        }
        Target.install(pid, REQUEST + options);
        return ExitCodes.DONE;
    }

    private int tryOut(long pid, String options) throws Failure, InterruptedException {
        if (trial.compareTo(SHORTEST_TRIAL) < 0) {
            throw new Failure(ExitCodes.BAD_USAGE, "--trial must be at least " + SHORTEST_TRIAL.toSeconds() + "s");
        }
        // Fails early if the JVM cannot be attached to.
        Status before = Target.of(pid, "!status");
        before.check();
        if (before.isAnyActive()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "a trial needs a JVM without active remedies; to take them back, run "
                    + Screen.whole(Slipstream.command("detach " + pid)));
        }
        Interruption interruption = new Interruption();
        try {
            Trial outcome = new TrialRun((half, time) -> look(pid, half, time), new Trying(pid, options), PAUSE).run(trial);
            Screen screen = Screen.of(Terminal.OUTPUT);
            outcome.text().forEach(line -> System.out.println(screen.fit(line)));
            System.out.flush();
            return outcome.kept().isEmpty() ? ExitCodes.FAILED : ExitCodes.DONE;
        } finally {
            interruption.done();
        }
    }

    private static Diagnosis look(long pid, String half, Duration time) throws Failure, InterruptedException {
        try (Waiting waiting = new Waiting("Diagnosing " + half)) {
            return new LiveJvm(pid).look(time, false, waiting.of(time));
        }
    }

    /** Returns the options that leave just these remedies as options installed them. */
    static String keeping(List<String> remedies, String options) {
        return Stream.concat(remedies.stream(), Stream.of(options.split(",")).map(String::strip)
                .filter(word -> word.equals("quiet")
                        || (remedies.contains(word.replaceFirst("\\..*", "")) && word.contains("."))))
                .collect(Collectors.joining(","));
    }

    /** Attaches to and detaches from the JVM on trial. */
    private record Trying(long pid, String options) implements TrialRun.Operator {
        @Override
        public boolean hasEnded() {
            return Target.endsWithin(ENDING, pid);
        }

        @Override
        public List<String> attach() throws Failure {
            Status status = Target.of(pid, REQUEST + options);
            status.check();
            return status.asked();
        }

        @Override
        public void keep(List<String> remedies) throws Failure {
            Target.of(pid, remedies.isEmpty() ? "!detach" : REQUEST + keeping(remedies, options)).check();
        }
    }
}
