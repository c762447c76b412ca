package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Test of the command line from a jar in a folder with an unusual name. */
class PathsTest {
    @TempDir
    private Path folder;

    private static Ended run(Path jar, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TestJdk.current().java().toString(), "-XX:TieredStopAtLevel=1", "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        return Running.start(new ProcessBuilder(command)).end();
    }

    /** A start script gets the agent by a variable, which HotSpot splits at blanks. */
    @OnEveryJdk
    @OnStockOnly("HotSpot takes the path apart, on a baked JDK as well")
    void aStartScriptRunsWithTheAgentFromAnyPath(TestJdk jdk) throws Exception {
        Path jar =
                Files.copy(ForkedJvm.JAR, Files.createDirectory(folder.resolve("of the \"user's\"")).resolve("slipstream.jar"));
        Ended ended = run(jar, "run", "--remedies", "naming", "--", "sh", "-c", jdk.java() + " -version");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).contains("slipstream: naming active\n");
    }

    /** HotSpot would look for the path before that character, and end a JVM that starts. */
    @OnEveryJdk
    @OnStockOnly("HotSpot takes the path apart, on a baked JDK as well")
    void aPathThatHotSpotWouldCutIsRefused(TestJdk jdk) throws Exception {
        Path jar = Files.copy(ForkedJvm.JAR, Files.createDirectory(folder.resolve("a=b")).resolve("slipstream.jar"));
        String line = "slipstream: a JVM ends the path of an agent at '='; copy " + jar + " to a path without it\n";
        Path started = folder.resolve("started");
        Ended ran = run(jar, "run", "--", "touch", started.toString());
        assertThat(ran.exitCode()).as("%s", ran).isEqualTo(2);
        assertThat(ran.err()).isEqualTo(line);
        assertThat(started).doesNotExist();
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended attached = run(jar, "attach", "--remedies", "naming", Long.toString(jvm.pid()));
            assertThat(attached.exitCode()).as("%s", attached).isEqualTo(2);
            assertThat(attached.err()).isEqualTo(line);
            assertThat(jvm.err()).isEmpty();
        }
    }
}
