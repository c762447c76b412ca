package dev.slipstream.lab.run;

import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runner of a scenario in one forked JVM, which gets the class path of this JVM as {@code java.class.path} states it. */
public final class ScenarioRunner {
    /** The number of lines of output that messages show. */
    private static final int LAST_LINES = 15;

    private ScenarioRunner() {}

    /**
     * Outcome of a run.
     *
     * @param ending pass, hang or wrong
     * @param seconds the time that it took, including the start of the JVM
     * @param output the end of its output
     */
    public record Outcome(Ending ending, double seconds, String output) {}

    /**
     * Runs a scenario once.
     *
     * @param scenario the scenario to run
     * @param jvm the JVM to run it on
     * @param log the file for its output
     * @return the outcome; a JVM that could not start ends as {@link Ending#WRONG}
     * @throws IOException if the log cannot be written
     * @throws InterruptedException if interrupted while the JVM runs; the JVM is killed
     */
    public static Outcome run(Scenario scenario, CommandLine jvm, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(jvm.jdk().java().toString());
        command.addAll(jvm.args());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EndsWithParent.class.getName(), scenario.main()));
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        boolean ended;
        try {
            ended = process.waitFor(scenario.deadline().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!ended) {
            process.waitFor();
            return new Outcome(Ending.HANG, seconds, endOf(log));
        }
        boolean passed = process.exitValue() == 0 && Files.readString(log).lines().anyMatch("PASS"::equals);
        return new Outcome(passed ? Ending.PASS : Ending.WRONG, seconds, endOf(log));
    }

    /** Returns the last lines of a log, or the reason that there are none. Never throws. */
    static String endOf(Path log) {
        try {
            // Files.readString would throw on half a character, which a killed JVM may leave.
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException unreadable) {
            return "(no output: " + unreadable.getMessage() + ")";
        }
    }
}
