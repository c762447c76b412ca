package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stress tests of buffering find what they are there to find. */
class BrokenBufferingTest {
    @ParameterizedTest
    @ValueSource(strings = {"TwoReadersTakeWithoutComparing", "ReaderOfManyEndsBeforeSeeking",
        "ReaderAtDetachTakeWithoutComparing"})
    void isFound(String test, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(Path.of(System.getProperty("java.home"), "bin/java"), "\\.broken\\." + test + "$", reports,
                BufferingTest.STRIDE, BufferingTest.STRIDES).assertFoundBroken(test);
    }
}
