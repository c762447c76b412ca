package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the report at the end of {@code ./slipstream test}. */
class TestReportTest {
    private static final String PASSES = "<testcase name='works' classname='a.b.SomeTest' time='1.5'/>";
    private static final String FAILS = "<testcase name='renames(Jdk)[2]' classname='a.b.SomeTest' time='2.0'><failure>"
            + "java.lang.AssertionError: \n\nexpected: 1\n but was: " + "2".repeat(1_000) + "\n" + "and so on\n".repeat(20)
            + "tool: what is wrong\n"
            + "\tat a.b.Other.check(Other.java:7)\n\tat a.b.SomeTest.renames(SomeTest.java:12)\n</failure></testcase>";

    private static final String END = "[INFO] BUILD SUCCESS\n";

    @TempDir
    private Path root;

    @BeforeEach
    void log() throws IOException {
        Files.writeString(root.resolve("log"), "[INFO] Building\n" + END);
    }

    private Ended report(String... cases) throws IOException, InterruptedException {
        return reportOn(List.of(), cases);
    }

    private Ended reportOn(List<String> classes, String... cases) throws IOException, InterruptedException {
        Path reports = Files.createDirectories(root.resolve("it/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-a.b.SomeTest.xml"), "<testsuite>" + String.join("", cases) + "</testsuite>");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", ForkedJvm.ROOT.resolve("tools/TestReport.java").toString(), root.toString(),
                root.resolve("log").toString()));
        command.addAll(classes);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended("the report", process.waitFor(), out, "");
    }

    @Test
    void tellsInTenLinesWhatFailedAndHowItIsRunAlone() throws Exception {
        Ended ended = report(PASSES, FAILS);
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out().lines().takeWhile(line -> !line.startsWith("Seconds")).filter(line -> !line.isEmpty()))
                .hasSize(10).allMatch(line -> line.length() < 170)
                .startsWith("FAILED  it  SomeTest.renames(Jdk)[2], after 2.0 s", "    java.lang.AssertionError: ",
                        "    expected: 1")
                .endsWith("    tool: what is wrong", "    at a.b.SomeTest.renames(SomeTest.java:12)",
                        "  all of it: it/target/surefire-reports/a.b.SomeTest.txt",
                        "  alone:     ./slipstream test SomeTest#renames");
        assertThat(ended.out()).endsWith("\n1 passed, 1 failed\n");
    }

    @Test
    void isBriefWhereAllIsWell() throws Exception {
        Ended ended = report(PASSES);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).isEqualTo("\nSeconds of the slowest:\n    1.5  it SomeTest\n\n1 passed, 0 failed\n");
    }

    @Test
    void saysThatARunWasCutOff() throws Exception {
        Files.writeString(root.resolve("log"), "[INFO] Building\n");
        Ended ended = report(PASSES);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out()).endsWith("\n1 passed, 0 failed; Maven was killed before all tests had run\n");
    }

    @Test
    void countsWhatTheMachineRefused() throws Exception {
        String refused =
                "<system-out>refused here: a control group\nrefused here: unshare: Operation not permitted\n</system-out>";
        String passes = PASSES.replace("/>", ">" + refused + "</testcase>");
        Ended ended = report(passes, passes);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).endsWith("""

                Refused by this machine, which a test asserted instead, so many times:
                      2  a control group
                      2  unshare: Operation not permitted

                2 passed, 0 failed
                """);
    }

    @Test
    void countsTheRunsOfEachMethodOfAClass() throws Exception {
        Ended ended = reportOn(List.of("SomeTest"), PASSES, FAILS, FAILS.replace("[2]", "[3]"));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).isEqualTo("""
                what	passed	failed	by
                renames	0	2	SomeTest#renames
                works	1	0	SomeTest#works
                """);
    }

    @Test
    void aSkippedTestHasFailed() throws Exception {
        Ended ended =
                report("<testcase name='works' classname='a.b.SomeTest' time='0'><skipped message='no'/></testcase>", PASSES);
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).contains("FAILED  it  SomeTest.works").endsWith("\n1 passed, 1 failed\n");
    }

    @Test
    void noTestAtAllIsAFailure() throws Exception {
        assertThat(report().exitCode()).isEqualTo(1);
    }

    /** A JVM that crashed, or a class that was not compiled, leaves no report of tests. */
    @Test
    void whatMavenComplainsOf() throws Exception {
        Files.writeString(root.resolve("log"), "[INFO] Building\n[ERROR] The forked VM terminated\n[INFO] BUILD FAILURE\n");
        Ended ended = report(PASSES);
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).startsWith("[ERROR] The forked VM terminated\n");
    }
}
