package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test of the command that tries the others. */
@OnStockOnly("It is a matter of the runtime of the command.")
@ResourceLock("diagnoses")
class SelfCheckTest {
    private static final String WORKS = "(?m)^%s +yes +\\S";

    @TempDir
    private Path folder;

    private Ended check(TestJdk jdk, String... options) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("env", "-C", folder.toString(), "JAVA_TOOL_OPTIONS=" + String.join(" ", options),
                        jdk.java().toString(), "-jar", ForkedJvm.JAR.toString(), "self-check");
        builder.environment().remove("SLIPSTREAM_DUCKDB");
        builder.environment().remove("SLIPSTREAM_FETCH_DUCKDB");
        builder.environment().put("XDG_CACHE_HOME", "/proc/none");
        return Running.start(builder).end();
    }

    @Tag("long")
    @OnEveryJdk
    void triesTheCommandsAndLeavesNothing(TestJdk jdk) throws Exception {
        Ended ended = check(jdk);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        for (String command : List.of("run", "ps", "attach", "status", "diagnose", "detach", "explain")) {
            assertThat(ended.out()).as("%s", ended).containsPattern(WORKS.formatted(command));
        }
        assertThat(ended.out()).as("%s", ended).contains(jdk.home().toRealPath().toString())
                .containsPattern("(?m)^fleet +no +DuckDB is not there yet").containsPattern("(?m)^bake, verify +not tried")
                .containsPattern("(?m)^prove +" + (jdk.feature() < 25 ? "no +it requires JDK 25" : "not tried"));
        assertThat(ended.out().lines().count()).as("one screen").isLessThan(20);
        assertThat(folder).isEmptyDirectory();
        assertThat(ProcessHandle.allProcesses().flatMap(each -> each.info().commandLine().stream())
                .filter(each -> each.contains("Trials$Idle") && each.contains(jdk.home().toString()))).isEmpty();
    }

    @Tag("long")
    @OnEveryJdk(from = 21, to = 21)
    void saysWhatDoesNotWork(TestJdk jdk) throws Exception {
        Ended ended = check(jdk, "-XX:+DisableAttachMechanism");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out()).as("%s", ended).containsPattern(WORKS.formatted("run"))
                .containsPattern("(?m)^attach +no +process \\d+ .*DisableAttachMechanism");
    }

    /** A JVM that warns does so on its standard output. */
    @Tag("long")
    @OnEveryJdk(from = 21, to = 21)
    void showsTheCommandsWordsAndNotTheJvms(TestJdk jdk) throws Exception {
        Ended ended = check(jdk, "-Xlog:gc+init=info");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        for (String command : List.of("attach", "diagnose", "detach")) {
            assertThat(ended.out()).as("%s", ended).containsPattern("(?m)^" + command + " +yes +process \\d+, JDK 21");
        }
        assertThat(ended.out()).as("%s", ended).containsPattern("(?m)^explain +yes +" + jdk.home().toRealPath() + ": ");
    }

    /** The line about unpacking precedes the outcome of a command, and must not hide it. */
    @Tag("long")
    @OnEveryJdk(from = 21, to = 21)
    void saysWhichModulesAreMissing(TestJdk jdk) throws Exception {
        Ended ended = check(jdk, "--limit-modules=java.base,java.instrument,java.management");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).containsPattern("(?m)^attach +yes +process \\d+, JDK")
                .containsPattern("(?s)diagnose +yes .*lacks\\s+the\\s+module\\s+jdk.jfr")
                .containsPattern("(?m)^fleet +no +this Java runtime lacks the module java.sql").doesNotContain("unpacked anew");
    }
}
