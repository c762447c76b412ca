package dev.slipstream.lab.experiment.startup;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Run of a JVM from start to end with an empty main: a child process with the same JDK and agent as the benchmark. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class StartUp {
    private ProcessBuilder child;

    /** Prepares the child's command line. */
    @Setup
    public void prepare() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("-javaagent:")) {
                command.add(argument);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Empty.class.getName());
        child = new ProcessBuilder(command).inheritIO();
    }

    /**
     * Starts the child and waits for it to end.
     *
     * @return the exit code, 0
     * @throws IOException if the child cannot be started
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public int run() throws IOException, InterruptedException {
        int exitCode = child.start().waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("exit code " + exitCode);
        }
        return exitCode;
    }

    /** An application that does nothing. */
    public static final class Empty {
        private Empty() {
        }

        /** Does nothing. */
        public static void main(String[] args) {
            // Empty: the benchmark measures what precedes and follows it.
        }
    }
}
