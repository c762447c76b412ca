package dev.slipstream.lab.run;

import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Scenario.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a scenario in one forked JVM, which gets the class path of this JVM as {@code java.class.path} states it. */
public final class ScenarioRunner {
    private ScenarioRunner() {
    }

    /**
     * How a run ended.
     *
     * @param ending pass, hang or wrong
     * @param seconds how long it took, the JVM's start included
     * @param output the end of what it printed
     */
    public record Outcome(Ending ending, double seconds, String output) {
    }

    /**
     * Runs it once.
     *
     * @param scenario what to run
     * @param jvm on what
     * @param log where its output goes
     * @return how it ended; a JVM that could not be started ends wrong
     * @throws IOException if the log cannot be written
     * @throws InterruptedException if interrupted meanwhile; the JVM is killed then
     */
    public static Outcome run(Scenario scenario, Jvm jvm, Path log) throws IOException, InterruptedException {
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
            return new Outcome(Ending.HANG, seconds, OutputTail.of(log));
        }
        boolean passed = process.exitValue() == 0 && Files.readString(log).lines().anyMatch("PASS"::equals);
        return new Outcome(passed ? Ending.PASS : Ending.WRONG, seconds, OutputTail.of(log));
    }
}
