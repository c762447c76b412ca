package dev.slipstream.diagnose.fleet;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A JVM that analyses recordings one after the other: it reads a request from each line of the standard input, and appends the answer
 * to a file, as one line of JSON. While it reads a recording it appends an empty line each second in which it goes on. The standard
 * output tells only that there is a new line: a JVM writes there, too. It ends after a recording that it could not read, whose parser
 * may still run or fill the memory.
 */
final class Worker {
    private static final long SECOND = 1_000_000_000;

    private final OutputStream answers;
    private final PrintStream bell;
    private long said = System.nanoTime();

    private Worker(OutputStream answers, PrintStream bell) {
        this.answers = answers;
        this.bell = bell;
    }

    /**
     * A recording to analyse.
     *
     * @param file the file as a URI, which has all names of files in any locale
     */
    record Request(String recording, String file) {}

    /**
     * Runs until the input ends.
     *
     * @param arguments the URI of the file for the answers, and rules as in {@link Names#of}
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Names names = Names.of(Arrays.asList(arguments).subList(1, arguments.length));
        PrintStream bell = System.out;
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (OutputStream answers = Files.newOutputStream(Path.of(URI.create(arguments[0])), StandardOpenOption.APPEND)) {
            new Worker(answers, bell).work(in, names);
        }
        Runtime.getRuntime().halt(0);
    }

    private void work(BufferedReader in, Names names) throws IOException, InterruptedException {
        LongConsumer progress = events -> goesOn();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Request request = new Gson().fromJson(line, Request.class);
            Analysed analysed = Analysed.of(request.recording, Path.of(URI.create(request.file)), names, progress);
            say(analysed.toJson());
            if (!analysed.error().isEmpty()) {
                return;
            }
        }
    }

    private void goesOn() {
        if (System.nanoTime() - said > SECOND) {
            try {
                say("");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void say(String line) throws IOException {
        said = System.nanoTime();
        answers.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        bell.write('\n');
        bell.flush();
    }
}
