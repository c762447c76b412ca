package dev.slipstream.results.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkSetupTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private JdkSetup setup(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("jdks"), "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return new JdkSetup(file, folder.resolve("cache"), new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void readsTheHomesAndSaysWhatItDoes() throws Exception {
        Path home = FakeHome.at(folder.resolve("cache/21"), "21.0.8");
        JdkSetup setup = setup("echo \"$1/$2\"\n");
        assertThat(setup.available()).isTrue();
        assertThat(setup.setUp(List.of(21))).containsOnlyKeys(21);
        assertThat(setup.setUp(List.of(21)).get(21).home()).isEqualTo(home.toRealPath());
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("JDK 21").contains(folder.resolve("cache").toString());
    }

    @Test
    void aFailureLeavesItMissing() throws Exception {
        assertThat(setup("exit 7\n").setUp(List.of(21))).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("ended with 7");
    }

    @Test
    void aWrongAnswerLeavesItMissing() throws Exception {
        assertThat(setup("echo /nowhere\n").setUp(List.of(21))).isEmpty();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("/nowhere is no JDK");
    }

    @Test
    void withoutAScriptItIsNotAvailable() {
        assertThat(new JdkSetup(folder.resolve("none"), folder, System.err).available()).isFalse();
    }
}
