package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of the command line's list of JDKs, which shows the agent's own report for each. */
class JdksCommandTest {
    private Ended jdks(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", ForkedJvm.JAR.toString(), "jdks"));
        for (TestJdk jdk : TestJdk.all()) {
            command.addAll(List.of("--jdk", jdk.feature() + "=" + jdk.home()));
        }
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        // It would name other JDKs.
        builder.environment().remove("SLIPSTREAM_JDKS");
        return Running.start(builder).end();
    }

    @Test
    void listsThemWithWhatTheAgentSays() throws Exception {
        Ended ended = jdks();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEqualTo("Asking the agent on each JDK, two seconds per JDK ...\n");
        for (TestJdk jdk : TestJdk.all()) {
            String state = jdk.hasVirtualThreads() ? "active" : "unneeded: .*";
            assertThat(ended.out().lines()).as("%s", ended)
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  yes .* given .*/.*"))
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  pinning  +" + state + ".*"))
                    .anyMatch(line -> line.matches(" *" + jdk.feature() + "  naming  +active .*"));
        }
        assertThat(ended.out().lines().toList().getLast()).contains("--jdk");
    }

    @Tag("long")
    @Test
    void asJson() throws Exception {
        Ended ended = jdks("--json");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).startsWith("[").contains("\"remedies\"", "\"pinning\"", "\"used\": true",
                "\"state\": \"active\"", "\"reason\": ");
    }
}
