package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short tier: all stress tests in one run with one compiler, on the newest JDK. Starting a JVM for each test and compiler
 * dominates the time of {@link ProtocolsTest}.
 */
class AllTogetherTest {
    private static final int STRIDE = 8;
    private static final int STRIDES = 8;

    /** Variants that a {@code Run} names, or a test with actors of its own. */
    private static final Pattern BROKEN = Pattern.compile("broken = (\\{[^}]*}|[\\w.]+)|public static class (Broken\\w+)");

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
        assertThat(broken).hasSize(inSources());
        Jcstress.assertFoundShortly(broken, reports, STRIDE, STRIDES, Protocols.allJvmArgs());
    }

    /** Returns the number of broken variants in the sources, of which the build could lose one on its way to the tests. */
    private static int inSources() throws IOException {
        int broken = 0;
        try (Stream<Path> files = Files.walk(ForkedJvm.ROOT.resolve("stress/src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Matcher found = BROKEN.matcher(Files.readString(file));
                while (found.find()) {
                    broken += found.group(1) == null ? 1 : found.group(1).split(",").length;
                }
            }
        }
        return broken;
    }
}
