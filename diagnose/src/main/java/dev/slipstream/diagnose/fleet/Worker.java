package dev.slipstream.diagnose.fleet;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A JVM that analyses recordings one after the other: it reads a request from each line of the standard input, and writes the
 * answer as one line of JSON. It ends after a recording that it could not read, whose parser may still run or fill the memory.
 */
final class Worker {
    private Worker() {
    }

    /** A recording to analyse. */
    record Request(String recording, String file) {
    }

    /**
     * Runs until the input ends.
     *
     * @param rules as in {@link Names#of}
     */
    public static void main(String[] rules) throws IOException, InterruptedException {
        Names names = Names.of(List.of(rules));
        // Nothing else may write between two answers.
        PrintStream out = System.out;
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean going = true;
        for (String line = in.readLine(); going && line != null; line = going ? in.readLine() : null) {
            Request request = new Gson().fromJson(line, Request.class);
            Analysed analysed = Analysed.of(request.recording, Path.of(request.file), names);
            out.write((analysed.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            going = analysed.error().isEmpty();
        }
        Runtime.getRuntime().halt(0);
    }
}
