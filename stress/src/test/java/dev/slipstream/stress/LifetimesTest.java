package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing is used after it was closed, no user is lost, and whoever is refused changes nothing: the library's lifetimes, its
 * groups, and the JDK's shared arenas as the packaged agent has rewritten them. In one run, which saves time. On the JDKs of
 * the bell.
 */
@Tag("long")
class LifetimesTest {
    /** These steps are short; but the longer a stride, the farther one actor gets ahead of the other. */
    static final int STRIDE = 8;
    static final int STRIDES = 16;

    static final Path JAR = Path.of(System.getProperty("slipstream.root", "")).resolve("target/slipstream.jar");

    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.DoorbellTest#jdks")
    void keepTheirPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.stress\\.(lifetime|arenas|group)\\.", reports, STRIDE, STRIDES,
                "-javaagent:" + JAR.toAbsolutePath() + "=quiet,arenas",
                "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED").assertAllPassed();
    }
}
