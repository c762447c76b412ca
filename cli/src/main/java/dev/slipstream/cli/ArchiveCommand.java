package dev.slipstream.cli;

import dev.slipstream.cli.archive.ClassArchive;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.process.Destination;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code archive} command. */
@Command(name = "archive", mixinStandardHelpOptions = true,
        description = {"Makes a class archive (CDS) of an application and the agent, with which both start faster.",
            "Runs the application once, without the agent, to see which classes it loads. Its class path must name jars, not "
                    + "folders."},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:made; the command that uses it is on standard output",
            "1:the application failed, or the JVM made none",
            "2:bad usage", "126:the command cannot be started", "127:the command does not exist",
            "130:stopped by Ctrl-C; nothing is left"},
        footer = {"", "Example: ${ROOT-COMMAND-NAME} archive --output /opt/app/archive --for 30s -- java -jar /opt/app/app.jar",
            "Then: java @/opt/app/archive/options -jar /opt/app/app.jar, or with JDK_JAVA_OPTIONS=@/opt/app/archive/options"})
final class ArchiveCommand implements Callable<Integer> {
    /**
     * The paths that a JVM takes as they are, in each locale. HotSpot ends one at '=', ':' or ',', replaces "%p" and "%t", and ends with
     * an error at the start of an agent whose path the locale cannot encode.
     */
    private static final Pattern SAFE = Pattern.compile("[ -~&&[^=:,%\"]]*");

    @Option(names = "--output", paramLabel = "DIR", required = true,
            description = "The folder to create. The archive and the agent's jar are used where they are, and cannot be moved.")
    private Path output;

    @Option(names = "--for", paramLabel = "TIME", converter = DurationConverter.class,
            description = "How long the application runs, such as 30s; then it gets SIGTERM. Default: until it ends.")
    private @Nullable Duration time;

    @Option(names = "--remedies", paramLabel = "OPTIONS",
            description = "The agent's options, e.g. pinning or pinning.max-carriers=2048. Default: pinning, naming and arenas.")
    private @Nullable String remedies;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The java command to run, after --.")
    private List<String> command;

    @Override
    public Integer call() throws Failure {
        String options = RemedyOptions.checked(remedies, "nothing was made");
        if (time != null && time.toSeconds() < 1) {
            throw new Failure(ExitCodes.BAD_USAGE, "--for must be at least 1s");
        }
        Path folder = output.toAbsolutePath().normalize();
        Interruption interruption = new Interruption();
        try {
            ClassArchive archive = new ClassArchive(command, folder, options);
            try (Destination destination = destination(folder)) {
                make(archive, destination.path());
            }
            System.out.println(archive.use());
            return ExitCodes.DONE;
        } catch (Failure | IOException | InterruptedException e) {
            // Ctrl-C reaches the application, too, and it may end first.
            if (interruption.hasBegun()) {
                throw new Failure(ExitCodes.STOPPED, "nothing was made: stopped");
            }
            throw e instanceof Failure known ? known : new Failure(ExitCodes.FAILED, "nothing was made: " + Failure.describe(e));
        } finally {
            interruption.done();
        }
    }

    private static Destination destination(Path folder) throws Failure, IOException {
        if (!SAFE.matcher(folder.toString()).matches()) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    "a JVM may misread " + folder + "; name a folder with ASCII characters, but none of = : , % \"");
        }
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new Failure(ExitCodes.BAD_USAGE, folder + " exists; remove it, or name another folder");
        }
        return Destination.at(folder);
    }

    private void make(ClassArchive archive, Path folder) throws Failure, IOException, InterruptedException {
        Files.createDirectory(folder);
        try {
            Screen.tell("slipstream: runs the application to see what it loads");
            archive.make(OneJar.path(), time);
        } catch (Failure | IOException | InterruptedException | RuntimeException e) {
            Folders.delete(folder);
            throw e;
        }
    }
}
