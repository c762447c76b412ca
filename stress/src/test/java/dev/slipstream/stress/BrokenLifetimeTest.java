package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stress tests of lifetimes, which are those of arenas, find what they are there to find. */
class BrokenLifetimeTest {
    @ParameterizedTest
    @ValueSource(strings = {"EndingSumsUnsealed", "EndingAddsToSealed", "RefusalRefusesWhileSealed",
        "RefusalOpensBeforeRestoring", "SwitchWithoutUsers"})
    void isFound(String test, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(Path.of(System.getProperty("java.home"), "bin/java"), "\\.broken\\." + test + "$", reports)
                .assertFoundBroken(test);
    }
}
