package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the jar for operators, with and without the lab's beside it. */
class LabJarTest {
    private static final Path LAB = ForkedJvm.JAR.resolveSibling("slipstream-lab.jar");

    @TempDir
    private Path folder;

    private Path beside;

    @BeforeEach
    void copy() throws IOException {
        Files.copy(ForkedJvm.JAR, folder.resolve("slipstream.jar"));
        beside = folder.resolve("slipstream-lab.jar");
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        String jar = folder.resolve("slipstream.jar").toString();
        List<String> command = new ArrayList<>(List.of(TestJdk.current().java().toString(), "-jar", jar));
        command.addAll(List.of(arguments));
        return Running.start(new ProcessBuilder(command)).end();
    }

    private void needsTheLab() throws IOException, InterruptedException {
        Ended ended = run("prove", "naming", "--budget", "1s");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                .startsWith("slipstream: prove needs slipstream-lab.jar").contains("beside " + folder.resolve("slipstream.jar"));
    }

    @Test
    void isNeededByProveAlone() throws Exception {
        needsTheLab();
        assertThat(run("ps").exitCode()).isZero();
        assertThat(run("help").out()).contains("  prove ", "  jdks ");
        Files.copy(LAB, beside);
        assertThat(run("prove", "pining").err()).contains("did you mean pinning?");
    }

    /** Nor a damaged one, nor a link; {@code CommandLineTest} compares the builds. */
    @Test
    void noOtherFileIsUsed() throws Exception {
        Files.write(beside, Arrays.copyOf(Files.readAllBytes(LAB), 1_000));
        needsTheLab();
        Files.delete(beside);
        Files.createSymbolicLink(beside, LAB);
        needsTheLab();
    }
}
