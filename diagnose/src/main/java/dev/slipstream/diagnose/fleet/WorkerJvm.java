package dev.slipstream.diagnose.fleet;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.slipstream.diagnose.files.TemporaryFolder;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Analyses recordings in a JVM of its own, so that a hostile one can neither exhaust the memory of this JVM nor occupy a processor
 * for good. The JVM is started when it is first needed, and again after it has ended or was killed. Not thread-safe.
 */
public final class WorkerJvm implements AutoCloseable {
    /** Enough for recordings of several gigabytes: what a diagnosis keeps is bounded. */
    private static final String HEAP = "-Xmx512m";

    /** Variables whose options would change the JVM, or its output. */
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SLIPSTREAM");

    /** Time without progress after which the JVM is killed. It bounds the time of its work itself, see {@link Worker}. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<String> rules;
    private TemporaryFolder folder;
    private Process process;
    private BufferedWriter requests;
    private Answers answers;

    /**
     * Creates an instance. Starts nothing.
     *
     * @param rules where the service, version and host of a recording come from, as in {@link Names#of}
     */
    public WorkerJvm(List<String> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The lines that a worker appends to its file. */
    private static final class Answers implements AutoCloseable {
        private final Semaphore bell = new Semaphore(0);
        private final InputStream file;
        private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
        private volatile boolean ended;

        Answers(Path file, InputStream rings) throws IOException {
            this.file = new FileInputStream(file.toFile());
            Thread listener = new Thread(() -> listen(rings), "answers");
            listener.setDaemon(true);
            listener.start();
        }

        private void listen(InputStream rings) {
            byte[] some = new byte[1 << 13];
            try {
                while (rings.read(some) >= 0) {
                    bell.release();
                }
            } catch (IOException closed) {
                // As at the end of the output.
            } finally {
                ended = true;
                bell.release();
            }
        }

        /** Returns the next answer; empty if the worker has ended, or was silent for too long. */
        String next() throws IOException, InterruptedException {
            long since = System.nanoTime();
            while (bell.tryAcquire(PATIENCE.toNanos() - (System.nanoTime() - since), TimeUnit.NANOSECONDS)) {
                bell.drainPermits();
                boolean last = ended;
                begun.writeBytes(file.readAllBytes());
                String lines = begun.toString(StandardCharsets.UTF_8);
                if (lines.endsWith("\n")) {
                    since = System.nanoTime();
                    begun.reset();
                    String answer = lines.strip();
                    if (!answer.isEmpty()) {
                        return answer;
                    }
                }
                if (last) {
                    return "";
                }
            }
            return "";
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /**
     * Analyses a recording.
     *
     * @param recording its path, as the user names it
     * @param file the file to read
     * @return the rows; if the recording was not read in time, or the JVM has ended, one with an error
     * @throws IOException if no JVM can be started
     * @throws InterruptedException if interrupted meanwhile; the JVM is killed
     */
    public Analysed analyse(String recording, Path file) throws IOException, InterruptedException {
        if (process == null || !process.isAlive()) {
            close();
            start();
        }
        boolean going = false;
        try {
            Analysed analysed = answer(recording, file);
            going = analysed.error().isEmpty();
            return analysed;
        } finally {
            if (!going) {
                close();
            }
        }
    }

    private Analysed answer(String recording, Path file) throws IOException, InterruptedException {
        try {
            requests.write(new Gson().toJson(new Worker.Request(recording, file.toUri().toString())) + "\n");
            requests.flush();
        } catch (IOException broken) {
            return Analysed.failed(recording, ended(), true);
        }
        String answer = answers.next();
        if (answer.isEmpty()) {
            return Analysed.failed(recording, process.isAlive() && !answers.ended
                    ? "reading it did not go on for " + PATIENCE.toSeconds() + " s" : ended(), true);
        }
        try {
            Analysed analysed = Analysed.parse(answer);
            if (analysed.recording().equals(recording)) {
                return analysed;
            }
        } catch (JsonParseException other) {
            // Handled as the answer for another recording.
        }
        return Analysed.failed(recording, "the JVM that read it gave an answer that is none", true);
    }

    private String ended() throws InterruptedException {
        return "reading it ended the JVM with exit code " + process.waitFor();
    }

    private void start() throws IOException {
        folder = new TemporaryFolder();
        Path file = Files.createFile(folder.path().resolve("answers"));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP,
                "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Djava.io.tmpdir=" + folder.path(), "-cp", classPath(),
                Worker.class.getName(),
                file.toUri().toString()));
        command.addAll(rules);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeAll(OPTIONS);
        process = builder.start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = new Answers(file, process.getInputStream());
    }

    private static String classPath() throws IOException {
        List<String> parts = new ArrayList<>();
        for (Class<?> type : List.of(Worker.class, Gson.class)) {
            try {
                parts.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }
        return parts.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Kills the JVM, if one runs, waits for its end, and deletes its temporary files.
     *
     * @throws IOException if they cannot be deleted
     */
    @Override
    public void close() throws IOException {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            process = null;
        }
        if (answers != null) {
            answers.close();
            answers = null;
        }
        if (folder != null) {
            folder.close();
            folder = null;
        }
    }
}
