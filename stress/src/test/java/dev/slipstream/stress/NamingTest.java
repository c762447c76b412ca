package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No name is lost between a thread and the publisher, and no file is written to that is closed. On the JDKs of the bell. */
@Tag("long")
class NamingTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.DoorbellTest#jdks")
    void keepsItsPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.stress\\.naming\\.", reports).assertAllPassed();
    }
}
