package dev.slipstream.diagnose.fleet;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Analyses recordings in a JVM of its own, so that a hostile one can neither exhaust the memory of this JVM nor occupy a processor
 * for good. The JVM is started when it is first needed, and again after it has ended or was killed. Not thread-safe.
 */
public final class WorkerJvm implements AutoCloseable {
    /** Enough for recordings of several gigabytes: what a diagnosis keeps is bounded. */
    private static final String HEAP = "-Xmx512m";

    private static final Duration LEAST_TIME = Duration.ofSeconds(30);

    /** Far below what a slow machine reads in a second. */
    private static final long BYTES_PER_SECOND = 1 << 20;

    private static final String END = "";

    private final List<String> rules;
    private Process process;
    private BufferedWriter requests;
    private BlockingQueue<String> answers;

    /**
     * Creates an instance. Starts nothing.
     *
     * @param rules where the service, version and host of a recording come from, as in {@link Names#of}
     */
    public WorkerJvm(List<String> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Analyses a recording.
     *
     * @param recording its path, as the user names it
     * @param file the file to read
     * @return an {@link Analysed} as one line of JSON; if the recording was not read in time, or the JVM has ended, one with an error
     * @throws IOException if no JVM can be started
     * @throws InterruptedException if interrupted meanwhile; the JVM is killed
     */
    public String analyse(String recording, Path file) throws IOException, InterruptedException {
        Duration most = LEAST_TIME.plusSeconds(size(file) / BYTES_PER_SECOND);
        if (process == null || !process.isAlive()) {
            start();
        }
        String answer;
        try {
            requests.write(new Gson().toJson(new Worker.Request(recording, file.toAbsolutePath().toString())) + "\n");
            requests.flush();
            answer = answers.poll(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException broken) {
            answer = END;
        } catch (InterruptedException e) {
            close();
            throw e;
        }
        if (answer == null) {
            close();
            return Analysed.failed(recording, "it was not read within " + most.toSeconds() + " s").toJson();
        }
        if (answer.equals(END)) {
            int exitCode = process.waitFor();
            close();
            return Analysed.failed(recording, "reading it ended the JVM with exit code " + exitCode).toJson();
        }
        if (answer.contains(",\"error\":\"\",")) {
            return answer;
        }
        close();
        return answer;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            // The worker says why.
            return 0;
        }
    }

    private void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP,
                "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", classPath(), Worker.class.getName()));
        command.addAll(rules);
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = new LinkedBlockingQueue<>();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        BlockingQueue<String> to = answers;
        Thread reader = new Thread(() -> {
            try {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    to.add(line);
                }
            } catch (IOException ended) {
                // As at the end of the output.
            } finally {
                to.add(END);
            }
        }, "answers");
        reader.setDaemon(true);
        reader.start();
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

    /** Kills the JVM, if one runs, and waits for its end. */
    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            process = null;
        }
    }
}
