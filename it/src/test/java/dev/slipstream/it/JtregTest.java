package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that tests of the JDK itself pass with Slipstream as they do without. {@code tools/jtreg} runs all that concern a rewritten method,
 * which takes hours; here are some for each remedy.
 */
class JtregTest {
    private static final List<String> FEW = List.of("java/lang/Thread/virtual/Locking.java", "java/lang/ThreadGroup",
            "java/foreign/TestSharedAccess.java", "java/io/BufferedInputStream", "java/lang/StringBuilder/Insert.java");

    private static final List<String> MORE = List.of("java/lang/Thread/virtual/Locking.java",
            "java/lang/Thread/virtual/ParkWithFixedThreadPool.java", "java/lang/Thread/virtual/ThreadLocals.java",
            "java/lang/ThreadGroup",
            "java/lang/ScopedValue/ScopedValueAPI.java", "java/foreign/TestMemorySession.java",
            "java/foreign/TestSharedAccess.java",
            "java/io/BufferedInputStream", "java/io/FileInputStream", "java/io/RandomAccessFile", "java/lang/StringBuilder",
            "java/util/StringJoiner");

    /** In seconds. Beside other tests the long form took 58 minutes on two processors. */
    private static final long PATIENCE = 3 * 3_600;

    @TempDir
    private Path folder;

    @Test
    void fewOnOneJdk() throws Exception {
        passes(1, 12, FEW, "25", "all");
    }

    @Tag("long")
    @Test
    void moreOnEveryJdkInEveryWay() throws Exception {
        passes(12, MORE.size() + 1, MORE);
    }

    private void passes(int runs, int least, List<String> tests, String... where) throws Exception {
        List<String> command = new ArrayList<>(List.of(ForkedJvm.ROOT.resolve("tools/jtreg").toString(), folder.toString()));
        command.addAll(List.of(where));
        command.addAll(tests);
        Running jtreg = Running.start(new ProcessBuilder(command));
        jtreg.endsWithin(PATIENCE);
        Ended ended = jtreg.end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out().lines().skip(1)).as("%s", ended).hasSize(runs)
                .allSatisfy(line -> assertThat(Integer.parseInt(line.split("\t")[4])).as(line).isGreaterThanOrEqualTo(least));
    }
}
