package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stress tests of naming find what they are there to find. */
@Tag("long")
class BrokenNamingTest {
    @Test
    void areFound(@TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.assertFound(List.of("LastNameReadsTargetFirst", "LastNameCountsAfterPush", "LastNameCountsBeforeTarget",
                "FileEndClosesWhileWriting"), reports, Jcstress.STRIDE, Jcstress.STRIDE);
    }
}
