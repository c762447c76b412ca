package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stress test of priority finds what it is there to find. */
class BrokenPriorityTest {
    @Test
    void isFound(@TempDir Path reports) throws IOException, InterruptedException {
        String test = "LastPriorityNotReadAgain";
        Jcstress.run(Path.of(System.getProperty("java.home"), "bin/java"), "\\.broken\\." + test + "$", reports)
                .assertFoundBroken(test);
    }
}
