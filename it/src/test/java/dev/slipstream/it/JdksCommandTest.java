package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the command line's list of JDKs, which shows the agent's own report for each. */
class JdksCommandTest {
    @TempDir
    private Path folder;

    private Ended jdks(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", Jvm.JAR.toString(), "jdks"));
        for (Jdk jdk : Jdk.all()) {
            command.addAll(List.of("--jdk", jdk.feature() + "=" + jdk.home()));
        }
        command.addAll(List.of(args));
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        // The first variable would name other JDKs. With the others, the JVM would print lines to stderr.
        builder.environment().keySet().removeAll(
                List.of("SLIPSTREAM_JDKS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(String.join(" ", command), process.waitFor(), out, Files.readString(err));
    }

    @Test
    void listsThemWithWhatTheAgentSays() throws Exception {
        Ended ended = jdks();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
        for (Jdk jdk : Jdk.all()) {
            String state = jdk.hasVirtualThreads() ? "active" : "unneeded: .*";
            assertThat(ended.out().lines()).as("%s", ended)
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  yes .* given .*/.*"))
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  [\\d.]+ +pinning  +" + state + ".*"))
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  [\\d.]+ +naming  +active .*"));
        }
        assertThat(ended.out().lines().toList().getLast()).contains("--jdk");
    }

    @Tag("long")
    @Test
    void asJson() throws Exception {
        Ended ended = jdks("--json");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).startsWith("[").contains("\"remedies\"", "\"pinning\"", "\"used\": true");
    }
}
