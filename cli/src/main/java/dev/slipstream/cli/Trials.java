package dev.slipstream.cli;

import dev.slipstream.cli.exit.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM to try commands on, and the commands as the user would start them, on this process's Java runtime. Not thread-safe. */
final class Trials implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long END_SECONDS = 10;
    private static final String OURS = "slipstream: ";
    private static final String RUNS = "runs";

    /** Is in a line about the command's own Java runtime, also of a command that ends well without that module. */
    private static final String LACKS = "lacks the module";

    private final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private final Process jvm;

    /**
     * Outcome of a command.
     *
     * @param works whether its exit code was 0
     * @param said a line of its output
     */
    record Outcome(boolean works, String said) {}

    /** Starts the JVM, and waits until it runs. */
    Trials() throws IOException {
        jvm = new ProcessBuilder(java, "-Xmx32m", "-XX:+EnableDynamicAgentLoading", "-cp", System.getProperty("java.class.path"),
                Idle.class.getName()).redirectErrorStream(true).start();
        BufferedReader said = jvm.inputReader();
        for (String line = said.readLine(); !RUNS.equals(line); line = said.readLine()) {
            if (line == null) {
                throw new IOException(java + " ended at its start");
            }
        }
    }

    /** Returns the process id of the JVM. */
    long pid() {
        return jvm.pid();
    }

    /** Returns the path of the command that starts a JVM. */
    String java() {
        return java;
    }

    /**
     * Runs a command of Slipstream to its end.
     *
     * @param start how the line begins that tells its success; the JVM's own lines, such as its warnings, begin in other ways
     */
    Outcome run(String start, String... arguments) throws IOException, InterruptedException, Failure {
        List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-jar", OneJar.path().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
            List<String> lines = new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            boolean works = process.waitFor() == 0;
            return new Outcome(works, telling(lines, works ? start : OURS, works).map(Trials::shortened)
                    .orElse("exit code " + process.exitValue()));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the line about a module that is missing, or else the one with that beginning. The reason of a failure comes last. */
    private static Optional<String> telling(List<String> lines, String start, boolean works) {
        Optional<String> lacking = lines.stream().filter(line -> line.contains(LACKS)).findFirst();
        return lacking.or(() -> lines.stream().filter(line -> line.startsWith(start)).reduce((one, next) -> works ? one : next));
    }

    private static String shortened(String line) {
        return Failure.printable(line.replaceFirst("^" + OURS, "").replace(Idle.class.getName() + ", ", ""));
    }

    /** Ends the JVM, which takes the files for attaching away with it. A JVM that is killed cannot. */
    @Override
    public void close() throws IOException {
        jvm.getOutputStream().close();
        jvm.onExit().completeOnTimeout(jvm, END_SECONDS, TimeUnit.SECONDS).join();
        jvm.destroyForcibly();
    }

    /** Program of the JVM: says that it runs, and ends with its input. */
    static final class Idle {
        private Idle() {}

        public static void main(String[] args) throws IOException {
            System.out.println(RUNS);
            if (System.in.read() < 0) {
                System.out.println("ends");
            }
        }
    }
}
