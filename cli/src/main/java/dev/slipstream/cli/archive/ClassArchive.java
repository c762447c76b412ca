package dev.slipstream.cli.archive;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JavaCommand;
import dev.slipstream.cli.process.NotStarted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a class archive for an application and the agent, the agent's jar, and a file of JVM options that uses both. The
 * archive holds what the application loads, the classes of the agent, and those of the JDK that the start of an agent needs.
 * Not thread-safe.
 */
public final class ClassArchive {
    private static final String ARCHIVE = "classes.jsa";
    private static final String JAR = "slipstream.jar";
    private static final String OPTIONS = "options";
    private static final String LIST = "classes.lst";

    /** Prefix of the lines of a class list about lambdas and method handles. */
    private static final String LAMBDAS = "@lambda-";

    /** Options by which a command has an archive of its own. */
    private static final Pattern ARCHIVES = Pattern.compile("-XX:(SharedArchiveFile|ArchiveClassesAtExit|AOT\\w*)=.*|-Xshare:.*");

    private static final Pattern AGENTS = Pattern.compile("-(javaagent|agentlib|agentpath):.*");

    /** Line of the agent where it does not start, and the JVM goes on. */
    private static final String NOT_STARTED = "slipstream: not started";

    /** Lines of a JVM that does not start, after the one with the reason. */
    private static final Pattern ENDS =
            Pattern.compile("\\s*|Error: Could not create the Java Virtual Machine.*|Error: A fatal exception has occurred.*");

    private static final int TERMINATED = 143;
    private static final int END_SECONDS = 30;

    /** Less than an {@code Interruption} waits. */
    private static final int STOP_SECONDS = 10;

    private final List<String> command;
    private final Path folder;
    private final Path jar;
    private final List<String> common;
    private final List<String> agent;

    /**
     * Prepares an archive.
     *
     * @param command a java launcher and its arguments
     * @param folder an empty folder, absolute
     * @param agentOptions the agent's options; may be empty
     * @throws Failure if the command cannot have an archive; the message is for the user
     */
    public ClassArchive(List<String> command, Path folder, String agentOptions) throws Failure {
        this.command = command;
        this.folder = folder;
        this.jar = folder.resolve(JAR);
        // The property saves the agent a search for its jar in all modules.
        this.agent = List.of("-Dslipstream.jar=" + jar, "-javaagent:" + jar + (agentOptions.isEmpty() ? "" : "=" + agentOptions));
        this.common = List.of("-Xbootclasspath/a:" + jar, "--add-modules=java.instrument");
        if (!JavaCommand.isJava(command.get(0))) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    command.get(0) + " is no java launcher; after --, write java, its options and what it runs");
        }
        for (Map.Entry<String, String> option : JvmOptions.of(command, System.getenv()).entrySet()) {
            String word = option.getKey() + option.getValue();
            if (ARCHIVES.matcher(option.getKey()).matches()) {
                throw new Failure(ExitCodes.BAD_USAGE, "the command has an archive of its own; leave " + word + " out");
            }
            if (AGENTS.matcher(option.getKey()).matches()) {
                throw new Failure(ExitCodes.BAD_USAGE,
                        "HotSpot makes no archive with an agent; leave " + word
                                + " out here, and add it when the archive is used");
            }
        }
    }

    /**
     * Runs the application, and makes the archive of what it loads.
     *
     * @param slipstream the one jar
     * @param time ends the application after this time; null if it ends itself
     * @throws Failure if the agent does not start in that JVM, the application fails, or the JVM makes no archive
     */
    public void make(Path slipstream, @Nullable Duration time) throws Failure, IOException, InterruptedException {
        Set<String> classes = new LinkedHashSet<>(ArchivedAgent.write(slipstream, jar));
        Path list = folder.resolve(LIST);
        classes.addAll(atTheStart(list));
        run(list, time);
        // Names are in modified UTF-8, which is not always UTF-8.
        classes.addAll(Files.readAllLines(list, StandardCharsets.ISO_8859_1));
        Files.write(list, classes, StandardCharsets.ISO_8859_1);
        dump(list);
        Files.delete(list);
        Files.writeString(folder.resolve(OPTIONS), options());
    }

    /** Returns the command with the archive. */
    public String use() {
        List<String> words = new ArrayList<>(command);
        words.add(1, "@" + folder.resolve(OPTIONS));
        return String.join(" ", words.stream().map(JavaCommand::quoted).toList());
    }

    /**
     * Returns lines of a class list: what the start of the agent loads. Leaves out its lines about resolved constants: they count in
     * the class files as the agent rewrites them, and with them renames went past the agent.
     */
    private List<String> atTheStart(Path list) throws Failure, IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command.get(0)));
        words.addAll(common);
        words.addAll(agent);
        words.addAll(List.of("-XX:DumpLoadedClassList=" + list, "-version"));
        Ended ended = end(new ProcessBuilder(words));
        if (ended.exitCode != 0 || !Files.exists(list) || ended.said.contains(NOT_STARTED)) {
            throw new Failure(ExitCodes.BAD_USAGE, "the agent does not start there: " + ended.why());
        }
        List<String> lines = Files.readAllLines(list, StandardCharsets.ISO_8859_1);
        Files.delete(list);
        List<String> classes = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(LAMBDAS)) {
                classes.add(line);
            } else if (!line.startsWith("@") && !line.startsWith("#")) {
                classes.add(line.substring(0, (line + " ").indexOf(' ')));
            }
        }
        return classes;
    }

    private void run(Path list, @Nullable Duration time) throws Failure, IOException, InterruptedException {
        List<String> options = new ArrayList<>(common);
        options.add("-XX:DumpLoadedClassList=" + list);
        Process application = start(JavaCommand.with(command, options));
        int exitCode;
        try {
            exitCode = exitCode(application, time);
        } catch (InterruptedException e) {
            stop(application, STOP_SECONDS);
            throw e;
        }
        if (exitCode != 0 && exitCode != TERMINATED) {
            throw new Failure(ExitCodes.FAILED, "the application ended with exit code " + exitCode);
        }
        if (!Files.exists(list)) {
            throw new Failure(ExitCodes.FAILED,
                    "the JVM listed no classes; name the JDK's own launcher, or let it run longer with --for");
        }
    }

    /** Returns the exit code that counts: an application that is ended may return any. */
    private static int exitCode(Process application, @Nullable Duration time) throws InterruptedException {
        if (time != null && !application.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
            stop(application, END_SECONDS);
            return TERMINATED;
        }
        return application.waitFor();
    }

    /** An application ends itself if it does so in time: it may have files to write, or others to tell. */
    private static void stop(Process application, int seconds) throws InterruptedException {
        application.destroy();
        if (!application.waitFor(seconds, TimeUnit.SECONDS)) {
            application.destroyForcibly().waitFor();
        }
    }

    private void dump(Path list) throws Failure, IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(1, common);
        // HAZARD: of several options the last one counts. Files of options that the command names, such as -XX:VMOptionsFile, may
        // name an archive, which would be overwritten. A JVM reads this variable after all of them.
        String last =
                Stream.of("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + folder.resolve(ARCHIVE))
                        .map(JavaCommand::quoted).collect(Collectors.joining(" "));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().merge("_JAVA_OPTIONS", last, (before, ours) -> before + " " + ours);
        Ended ended = end(builder);
        if (ended.exitCode != 0 || !Files.exists(folder.resolve(ARCHIVE))) {
            throw new Failure(ExitCodes.FAILED, "the JVM makes no archive: " + ended.why());
        }
    }

    private String options() {
        List<String> options = new ArrayList<>(common);
        options.add("-XX:SharedArchiveFile=" + folder.resolve(ARCHIVE));
        options.addAll(agent);
        // In a file of options a backslash escapes within quotes.
        return String.join("\n", options.stream().map(each -> '"' + each.replace("\\", "\\\\") + '"').toList()) + "\n";
    }

    /** Runs the launcher to its end, and returns what it wrote. */
    private Ended end(ProcessBuilder builder) throws Failure, IOException, InterruptedException {
        Process process = start(builder.redirectErrorStream(true));
        process.getOutputStream().close();
        // On another thread, since Ctrl-C does not interrupt a read.
        CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
        try {
            int exitCode = process.waitFor();
            return new Ended(exitCode, said.join());
        } catch (InterruptedException e) {
            process.destroyForcibly().waitFor();
            throw e;
        }
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), Charset.defaultCharset());
        } catch (IOException broken) {
            return "";
        }
    }

    private Process start(ProcessBuilder builder) throws Failure {
        try {
            return builder.start();
        } catch (IOException e) {
            NotStarted failure = NotStarted.of(command.get(0), e);
            throw new Failure(failure.isMissing() ? ExitCodes.NOT_FOUND : ExitCodes.NOT_STARTED, failure.why());
        }
    }

    /** A process that has ended, and its output. */
    private record Ended(int exitCode, String said) {
        String why() {
            return said.lines().filter(line -> !ENDS.matcher(line).matches())
                    .reduce((one, next) -> one.startsWith(NOT_STARTED) ? one : next).map(Failure::printable)
                    .orElse("exit code " + exitCode);
        }
    }
}
