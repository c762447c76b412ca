package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stress test of priority finds what it is there to find. */
@Tag("long")
class BrokenPriorityTest {
    @Test
    void isFound(@TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.assertFound(List.of("LastPriorityNotReadAgain"), reports, Jcstress.STRIDE, Jcstress.STRIDE);
    }
}
