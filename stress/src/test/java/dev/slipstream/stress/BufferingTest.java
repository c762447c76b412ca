package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No byte that was read ahead is lost or read twice, whoever else uses the stream. On the JDKs of the bell. */
@Tag("long")
class BufferingTest {
    /** A file takes microseconds and a buffer of its own. */
    static final int STRIDE = 8;
    static final int STRIDES = 8;

    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.DoorbellTest#jdks")
    void keepsItsPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.stress\\.buffering\\.", reports, STRIDE, STRIDES,
                "--add-opens=java.base/java.io=ALL-UNNAMED").assertAllPassed();
    }
}
