package dev.slipstream.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the packaged command line. */
final class Tool {
    private Tool() {
    }

    /** Runs a command to its end, on the JDK that runs the tests. */
    static Ended run(String... args) throws IOException, InterruptedException {
        return run(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--sun-misc-unsafe-memory-access=allow"), args);
    }

    /** Runs a command to its end, on another JDK. */
    static Ended runOn(Jdk jdk, String... args) throws IOException, InterruptedException {
        return run(List.of(jdk.java().toString()), args);
    }

    private static Ended run(List<String> java, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-jar", Jvm.JAR.toString()));
        command.addAll(List.of(args));
        Path err = Files.createTempFile("slipstream-err", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(String.join(" ", command), process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }
}
