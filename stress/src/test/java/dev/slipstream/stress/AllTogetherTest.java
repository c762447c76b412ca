package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short tier: all stress tests in one run with one compiler, on the newest JDK. Starting a JVM for each test and compiler
 * dominates the time of {@link ProtocolsTest}.
 */
class AllTogetherTest {
    private static final int STRIDE = 8;
    private static final int STRIDES = 8;
    private static final int FEWEST_BROKEN = 25;

    @TempDir
    private Path reports;

    @Test
    void protocolsHold() throws IOException, InterruptedException {
        Jcstress.runShortly(Protocols.jdks().getLast().java(), "\\.stress\\.\\w+\\.\\w+\\.(?!Broken)\\w+$", reports,
                STRIDE, STRIDES, Protocols.allJvmArgs()).assertAllPassed();
    }

    @Test
    void brokenVariantsAreFound() throws IOException, InterruptedException {
        Set<String> broken = new TreeSet<>();
        for (Protocols protocols : Protocols.all()) {
            broken.addAll(protocols.broken());
        }
        assertThat(broken).hasSizeGreaterThanOrEqualTo(FEWEST_BROKEN);
        Jcstress.assertFoundShortly(broken, reports, STRIDE, STRIDES, Protocols.allJvmArgs());
    }
}
