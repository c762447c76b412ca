package dev.slipstream.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bell's protocol holds on the JDKs with virtual threads in the folder {@code slipstream.jdks}; if there is none, on this one.
 */
@Tag("long")
class DoorbellTest {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    static List<Path> jdks() throws IOException {
        List<Path> own = List.of(Path.of(System.getProperty("java.home")));
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return own;
        }
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            List<Path> found = entries
                    .filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .filter(entry -> Integer.parseInt(entry.getFileName().toString()) >= FIRST_WITH_VIRTUAL_THREADS)
                    .filter(entry -> Files.isExecutable(entry.resolve("bin/java")))
                    .sorted()
                    .toList();
            return found.isEmpty() ? own : found;
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void keepsItsPromises(Path jdk, @TempDir Path reports) throws IOException, InterruptedException {
        Jcstress.run(jdk.resolve("bin/java"), "\\.doorbell\\.", reports).assertAllPassed();
    }
}
