package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a lifetime promises, the JDK's shared arenas promise, too, and keep it with the agent. On the JDKs of the bell. */
class ArenasTest {
    private static final Path JAR = Path.of(System.getProperty("slipstream.root", "")).resolve("target/slipstream.jar");

    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.DoorbellTest#jdks")
    void keepTheirPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.stress\\.arenas\\.", reports,
                "-javaagent:" + JAR.toAbsolutePath() + "=quiet,arenas", "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED")
                .assertAllPassed();
    }
}
