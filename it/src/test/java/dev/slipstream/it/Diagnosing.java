package dev.slipstream.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The packaged command line, diagnosing. */
final class Diagnosing {
    private Diagnosing() {
    }

    /** Starts it. */
    static Running start(String... args) throws IOException {
        // Whoever is started in the background ignores Ctrl-C, and so do those that it starts; a JVM then goes on ignoring it.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", Jvm.JAR.toString(), "diagnose"));
        command.addAll(List.of(args));
        Path out = Files.createTempFile("diagnose-out", ".txt");
        Path err = Files.createTempFile("diagnose-err", ".txt");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // They would put lines of their own on stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new Running(String.join(" ", command), builder.start(), out, err);
    }

    /** Runs it to its end. */
    static Ended run(String... args) throws IOException, InterruptedException {
        return start(args).end();
    }
}
