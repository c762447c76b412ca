package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short tier: all stress tests in one run with one compiler, on the newest JDK. Starting a JVM for each test and compiler
 * dominates the time; the long tier does so on every JDK, with longer runs.
 */
class AllTogetherTest {
    private static final Pattern LISTED = Pattern.compile("dev\\.slipstream\\.stress\\.broken\\.(\\w+?)_jcstress");
    private static final int STRIDE = 8;
    private static final int STRIDES = 8;

    @TempDir
    private Path reports;

    @Test
    void keepTheirPromises() throws IOException, InterruptedException {
        Jcstress.runShortly(DoorbellTest.jdks().getLast().resolve("bin/java"), "\\.stress\\.(?!broken)\\w+\\.", reports, STRIDE, STRIDES,
                "-javaagent:" + LifetimesTest.JAR.toAbsolutePath() + "=quiet,arenas",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED").assertAllPassed();
    }

    @Test
    void brokenOnesAreFound() throws IOException, InterruptedException {
        List<String> broken;
        try (InputStream list = AllTogetherTest.class.getResourceAsStream("/META-INF/TestList")) {
            broken = LISTED.matcher(new String(list.readAllBytes(), StandardCharsets.UTF_8)).results()
                    .map(test -> test.group(1)).distinct().toList();
        }
        assertThat(broken).hasSizeGreaterThan(20);
        Jcstress.assertFoundShortly(broken, reports, STRIDE, STRIDES);
    }
}
