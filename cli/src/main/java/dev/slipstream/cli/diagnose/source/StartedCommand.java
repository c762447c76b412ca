package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.cli.process.JavaCommand;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.NotStarted;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.detect.Observation;
import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.recording.Recordings;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command that is started in order to be diagnosed. Each of its JVMs records itself from its start into a private folder. A JVM
 * that is killed leaves there its events up to a second before.
 */
public final class StartedCommand {
    /** Feature release for the settings: each JDK ignores settings that it does not know. */
    private static final int NEWEST = 28;

    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);
    private static final Duration NEXT_LOOK = Duration.ofSeconds(15);
    private static final long TICK_MILLIS = 100;
    private static final long PATIENCE_SECONDS = 8;
    private static final int LONGEST_NAME = 60;

    private final List<String> command;
    private final @Nullable PrintStream out;
    private Optional<Observation> priorities = Optional.empty();

    /**
     * Creates a command; starts nothing yet.
     *
     * @param command the program and its arguments
     * @param out receives its standard output; null means that it inherits this process's
     */
    public StartedCommand(List<String> command, @Nullable PrintStream out) {
        this.command = List.copyOf(command);
        this.out = out;
    }

    /**
     * Runs the command to its end. An interrupt ends the command too; the events so far are diagnosed then.
     *
     * @param most the time after which the command is told to end
     * @param progress receives the number of events read afterwards
     * @param measures called before the cost of a rename is measured on this machine, which takes seconds
     * @return one diagnosis for each of its JVMs
     * @throws Failure if the command cannot be started, or none of its JVMs has recorded anything
     * @throws InterruptedException if interrupted while recordings are read
     */
    public List<Diagnosis> run(Optional<Duration> most, LongConsumer progress, Runnable measures)
            throws Failure, InterruptedException {
        try (PrivateFolder folder = new PrivateFolder()) {
            ProcessBuilder builder = JavaCommand.with(command, options(folder.path()));
            if (out != null) {
                builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
            }
            Process process = start(builder);
            List<String> caveats = new ArrayList<>();
            try {
                pass(process);
                if (!endsWithin(most, process)) {
                    caveats.add("The command was stopped after " + most.map(Duration::toSeconds).orElseThrow() + " s.");
                    end(process);
                } else if (process.exitValue() != 0) {
                    caveats.add("The command exited with code " + process.exitValue() + ".");
                }
            } catch (InterruptedException stopped) {
                caveats.add("The command was stopped.");
                end(process);
            } finally {
                process.destroyForcibly();
            }
            return diagnoses(folder.path(), caveats, progress, measures);
        } catch (IOException | UncheckedIOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "the recordings of " + name() + " cannot be read: " + Failure.describe(e));
        }
    }

    private static List<String> options(Path folder) throws IOException {
        Path settings = folder.resolve("settings.jfc");
        RecordingSettings.write(settings, RecordingSettings.started(NEWEST));
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        // Without the first option, every JVM announces its recording in the application's output.
        return List.of("-Xlog:jfr+startup=error", "-XX:FlightRecorderOptions:repository=" + folder.resolve("repository"),
                "-XX:StartFlightRecording:name=slipstream,settings=" + settings + ",filename=" + recordings
                        + "/,dumponexit=true,maxsize=500m,flush-interval=1s");
    }

    private Process start(ProcessBuilder builder) throws Failure {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, NotStarted.of(command.get(0), e).why());
        }
    }

    private void pass(Process process) {
        PrintStream to = out;
        if (to != null) {
            Thread copy = new Thread(() -> {
                try {
                    process.getInputStream().transferTo(to);
                } catch (IOException closed) {
                    to.flush();
                }
            }, "output");
            copy.setDaemon(true);
            copy.start();
        }
    }

    /** Waits for the process, and returns whether it has ended by itself. */
    private boolean endsWithin(Optional<Duration> most, Process process) throws InterruptedException {
        long begin = System.nanoTime();
        Duration look = FIRST_LOOK;
        while (!process.waitFor(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
            boolean late = most.isPresent() && elapsed.compareTo(most.get()) >= 0;
            if (late || elapsed.compareTo(look) >= 0) {
                look(process);
                look = elapsed.plus(NEXT_LOOK);
            }
            if (late) {
                return false;
            }
        }
        return true;
    }

    /** Reads thread priorities, which only a running JVM shows. */
    private void look(Process process) throws InterruptedException {
        for (ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
            try {
                priorities = Optional.of(IgnoredPriorities.of(JvmProcess.of(each.pid(), "its threads cannot be listed").pid()));
            } catch (Failure | IOException noJvm) {
                // The process is a script, or a JVM that is starting or ending. Tries other processes, and later ones again.
                continue;
            }
        }
    }

    private static void end(Process process) throws InterruptedException {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        all.forEach(ProcessHandle::destroy);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private List<Diagnosis> diagnoses(Path folder, List<String> caveats, LongConsumer progress, Runnable measures)
            throws Failure, IOException, InterruptedException {
        List<Path> recordings = recordings(folder.resolve("recordings"));
        if (recordings.isEmpty()) {
            // A killed JVM leaves the file that it was writing.
            recordings = recordings(folder.resolve("repository"));
            if (recordings.isEmpty()) {
                throw new Failure(ExitCodes.NOTHING_DONE, String.join(" ", name() + " ended without a recording of any JVM.",
                        String.join(" ", caveats)).strip());
            }
            caveats.add("Its JVM was killed; the last events may be missing.");
        }
        List<List<Path>> byJvm = Recordings.byJvm(recordings);
        List<Diagnosis> found = new ArrayList<>();
        for (List<Path> ofOne : byJvm) {
            String name = name() + (byJvm.size() == 1 ? "" : ", JVM " + (found.size() + 1) + " of " + byJvm.size());
            found.add(Recordings.diagnose(new DiagnosedJvm(name, null, 0, "", 0), ofOne,
                    byJvm.size() == 1 ? priorities : Optional.empty(), caveats, progress, measures));
        }
        return found;
    }

    private static List<Path> recordings(Path folder) throws IOException {
        return Folders.files(folder, file -> file.toString().endsWith(".jfr") && file.toFile().length() > 0).stream().sorted()
                .toList();
    }

    private String name() {
        String all = String.join(" ", command);
        return all.length() <= LONGEST_NAME ? all : all.substring(0, LONGEST_NAME - 3) + "...";
    }

    /** A folder for temporary files that no other user can read. It is deleted on close, or else when the JVM ends. */
    private static final class PrivateFolder implements AutoCloseable {
        /** Shorter than the time that an ending JVM is given for its other work. */
        private static final long GRACE_SECONDS = 12;

        private final Path path;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread hook = new Thread(this::atEnd, "temporary files");

        PrivateFolder() throws IOException {
            path = Files.createTempDirectory("slipstream-diagnose");
            Runtime.getRuntime().addShutdownHook(hook);
        }

        Path path() {
            return path;
        }

        private void atEnd() {
            try {
                if (!closed.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    Folders.delete(path);
                }
            } catch (InterruptedException impatient) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                Folders.delete(path);
            } finally {
                closed.countDown();
            }
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                return;
            }
        }
    }
}
