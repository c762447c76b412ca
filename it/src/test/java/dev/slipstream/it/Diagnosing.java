package dev.slipstream.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs diagnoses by the packaged command line. */
final class Diagnosing {
    private Diagnosing() {
    }

    /** Starts a diagnosis. */
    static Running start(String... args) throws IOException {
        // A process started in the background ignores Ctrl-C, and its children inherit that. A JVM then keeps ignoring it.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", Jvm.JAR.toString(), "diagnose"));
        command.addAll(List.of(args));
        Path out = Files.createTempFile("diagnose-out", ".txt");
        Path err = Files.createTempFile("diagnose-err", ".txt");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // With these variables, the JVM would print lines to stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new Running(String.join(" ", command), builder.start(), out, err);
    }

    /** Runs a diagnosis to its end. */
    static Ended run(String... args) throws IOException, InterruptedException {
        return start(args).end();
    }
}
