package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernel has the last of a thread's Java priorities. On the JDKs of the bell. */
@Tag("long")
class PriorityTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.DoorbellTest#jdks")
    void keepsItsPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.stress\\.priority\\.", reports).assertAllPassed();
    }
}
