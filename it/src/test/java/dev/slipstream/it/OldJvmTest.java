package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentLoadException;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test that a JVM that is too old for Slipstream runs its application as without. {@code tools/jdks} fetches such JVMs. */
@Tag("long")
class OldJvmTest {
    private static final long FETCHING_SECONDS = 600;
    private static final String NOT_STARTED = "slipstream: not started, the application runs on unchanged: this is JDK ";
    private static final String REQUIRES = " requires JDK 17 or newer";
    private static final String PROGRAM = "Answers";

    @TempDir
    private Path folder;

    @BeforeEach
    void compile() throws Exception {
        Path source = Files.writeString(folder.resolve(PROGRAM + ".java"), """
                public class Answers {
                    public static void main(String[] args) throws Exception {
                        java.io.BufferedReader in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            System.out.println(line);
                        }
                        System.exit(7);
                    }
                }
                """);
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(javac.run(System.out, System.err, "--release", "8", "-Xlint:-options", source.toString())).isZero();
    }

    private static TestJdk jdk(int feature) throws Exception {
        Path jdks = TestJdk.cache().resolve("jdks-old");
        Running tool =
                Running.start(new ProcessBuilder(ForkedJvm.ROOT.resolve("tools/jdks").toString(), "--only", jdks.toString(),
                        Integer.toString(feature)));
        tool.endsWithin(FETCHING_SECONDS);
        Ended ended = tool.end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return new TestJdk(feature, Path.of(ended.out().strip()));
    }

    private ForkedJvm on(int feature) throws Exception {
        return ForkedJvm.on(jdk(feature), folder.toString());
    }

    private static Ended ended(Running jvm) throws Exception {
        assertThat(jvm.ask("works")).isEqualTo("works");
        return jvm.endInput();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void runsOnUnchanged(int feature) throws Exception {
        Ended without = ended(on(feature).start(PROGRAM));
        for (String options : new String[] {"", "naming", "rubbish"}) {
            Ended with = ended(on(feature).withAgent(options).start(PROGRAM));
            assertThat(with.exitCode()).as("%s", with).isEqualTo(without.exitCode()).isEqualTo(7);
            assertThat(with.out()).as("%s", with).isEqualTo(without.out());
            assertThat(with.err().lines()).as("%s", with).singleElement().asString().startsWith(NOT_STARTED).endsWith(REQUIRES);
        }
    }

    /** As in a container that has the variable for another JVM. */
    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void theVariableOfAContainerAddsALine(int feature) throws Exception {
        Ended ended = ended(on(feature).under("env", "JAVA_TOOL_OPTIONS=-javaagent:" + ForkedJvm.JAR).start(PROGRAM));
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.err().lines()).as("%s", ended).hasSize(2).first().asString().startsWith("Picked up JAVA_TOOL_OPTIONS: ");
        assertThat(ended.said()).as("%s", ended).singleElement().asString().startsWith(NOT_STARTED).endsWith(REQUIRES);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void commandsRefuseAndLoadNothing(int feature) throws Exception {
        try (Running jvm = on(feature).start(PROGRAM)) {
            String pid = Long.toString(jvm.pid());
            assertThat(jvm.ask("works")).isEqualTo("works");
            for (String[] command : new String[][] {{"attach", pid}, {"attach", "--remedies", "naming", pid},
                {"attach", "--trial", "8s", pid}, {"status", pid}, {"detach", pid}, {"diagnose", "--for", "5s", pid}}) {
                Ended refused = Tool.run(command);
                assertThat(refused.exitCode()).as("%s", refused).isEqualTo(3);
                assertThat(refused.out()).as("%s", refused).isEmpty();
                assertThat(refused.err().lines()).as("%s", refused).singleElement().asString()
                        .startsWith("slipstream: process " + pid + " runs on JDK ").endsWith(REQUIRES);
            }
            assertThat(Tool.run("ps").out()).containsPattern("(?m)^ *" + pid + " .* no$")
                    .containsPattern("(?m)^process " + pid + " runs on JDK .*; Slipstream" + REQUIRES + "\\.$");
            assertThat(Path.of("/proc/" + pid + "/maps")).content().doesNotContain("libinstrument");
            assertThat(jvm.err()).isEmpty();
            assertThat(ended(jvm).exitCode()).isEqualTo(7);
        }
    }

    /** By another tool than the command line. */
    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void anAttachedAgentSaysWhyItDoesNothing(int feature) throws Exception {
        try (Running jvm = on(feature).start(PROGRAM)) {
            assertThat(jvm.ask("works")).isEqualTo("works");
            load(jvm);
            Ended ended = ended(jvm);
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
            assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().startsWith(NOT_STARTED).endsWith(REQUIRES);
        }
    }

    private static void load(Running jvm) throws Exception {
        try {
            jvm.request("naming");
        } catch (AgentLoadException e) {
            // JDK 8 answers with the agent's result alone, which a later JDK takes for a reason.
            assertThat(e).hasMessage("Failed to load agent library: 0");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void theCommandLineSaysWhatItNeeds(int feature) throws Exception {
        Ended ended = Running
                .start(new ProcessBuilder(jdk(feature).java().toString(), "-jar", ForkedJvm.JAR.toString(), "--help")).end();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.out()).as("%s", ended).isEmpty();
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().startsWith("slipstream: this is JDK ")
                .endsWith(REQUIRES);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11})
    void cannotBeBaked(int feature) throws Exception {
        Path output = folder.resolve("baked");
        Ended ended = Tool.run("bake", "--jdk", jdk(feature).home().toString(), "--output", output.toString());
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                .contains(feature == 8 ? " is no JDK: it has no lib/modules" : " is JDK 11, and Slipstream" + REQUIRES);
        assertThat(output).doesNotExist();
    }
}
