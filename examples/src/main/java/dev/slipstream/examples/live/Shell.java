package dev.slipstream.examples.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs Slipstream's command line, and shows what is typed and what it says. */
record Shell(Path slipstream) {
    /** How a command ended, and what it said on its standard output. */
    record Ended(int exitCode, String output) {
    }

    /** Runs a command to its end. */
    Ended run(String... arguments) throws IOException {
        System.out.println("$ ./slipstream " + String.join(" ", arguments));
        List<String> command = new ArrayList<>(List.of(slipstream.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        StringBuilder output = new StringBuilder();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                output.append(line).append('\n');
            }
            int exitCode = process.waitFor();
            System.out.println();
            return new Ended(exitCode, output.toString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
