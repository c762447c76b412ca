package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jvm;
import dev.slipstream.testkit.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that the JDK's own tests pass with Slipstream as they do without: by {@code tools/jtreg}, a selection of its tests. */
class JtregTest {
    /** Some for each remedy, quick, and steady on a busy machine. */
    private static final List<String> SELECTION = List.of(
            "java/lang/Thread/virtual/Locking.java", "java/lang/Thread/virtual/MonitorWaitNotify.java",
            "java/lang/Thread/virtual/ParkWithFixedThreadPool.java", "java/lang/Thread/virtual/StackFrames.java",
            "java/lang/Thread/virtual/ThreadAPI.java", "java/lang/Thread/virtual/ThreadLocals.java",
            "java/lang/ThreadGroup/", "java/lang/ScopedValue/ScopedValueAPI.java", "jdk/internal/vm/",
            "java/foreign/TestMemorySession.java", "java/foreign/TestSharedAccess.java", "java/foreign/TestScopedOperations.java",
            "java/io/BufferedInputStream/", "java/io/FileInputStream/", "java/io/RandomAccessFile/",
            "java/nio/channels/Channels/", "java/util/Scanner/", "java/lang/StringBuilder/", "java/lang/StringBuffer/",
            "jdk/jfr/event/io/");

    private static final long HOUR = 3_600;

    @TempDir
    private Path folder;

    @Test
    void withEveryRemedy() throws Exception {
        theyPass(List.of("25", "all"), 1);
    }

    @Test
    @Tag("long")
    void onEveryJdkInEveryWay() throws Exception {
        theyPass(List.of("17", "21", "25", "28", "agent", "all", "baked"), 12);
    }

    private void theyPass(List<String> where, int times) throws IOException, InterruptedException {
        Running jtreg = Running.start(new ProcessBuilder(Stream.of(
                List.of(Jvm.ROOT.resolve("tools/jtreg").toString(), folder.toString()), where, SELECTION).flatMap(List::stream).toList()));
        jtreg.endsWithin(HOUR);
        Ended ended = jtreg.end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out().lines().skip(1)).as("%s", ended).hasSize(times)
                .allSatisfy(line -> assertThat(Integer.parseInt(line.split("\t")[4])).as(line).isGreaterThan(SELECTION.size()));
    }
}
