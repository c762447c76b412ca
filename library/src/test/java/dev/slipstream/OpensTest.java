package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The options that the library asks for are those with which it works. */
class OpensTest {
    private static final Path TARGET = ForkedJvm.ROOT.resolve("library/target");

    private static ForkedJvm asModule(TestJdk jdk) {
        return ForkedJvm.on(jdk, TARGET.resolve("test-classes").toString())
                .with("--module-path", TARGET.resolve("classes").toString(), "--add-modules", "dev.slipstream");
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asAModule(TestJdk jdk) throws Exception {
        asksFor(jdk, asModule(jdk), asModule(jdk), "dev.slipstream");
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void onTheClassPath(TestJdk jdk) throws Exception {
        asksFor(jdk, ForkedJvm.ofModule(jdk, "library"), ForkedJvm.ofModule(jdk, "library"), "ALL-UNNAMED");
    }

    private static void asksFor(TestJdk jdk, ForkedJvm closed, ForkedJvm opened, String target) throws Exception {
        String said = closed.output(KeeperProgram.class);
        String lang = "--add-opens=java.base/java.lang=" + target;
        if (!jdk.hasVirtualThreads()) {
            assertThat(said).isEqualToIgnoringNewLines(
                    "UnsupportedOperationException: virtual threads need JDK 21 or newer; this is JDK " + jdk.feature() + lang);
            return;
        }
        String options =
                lang + " --add-opens=java.base/java.util.concurrent=" + target + " --add-opens=java.base/jdk.internal.misc="
                        + target + " --add-opens=java.base/jdk.internal.vm=" + target;
        assertThat(said)
                .isEqualToIgnoringNewLines("IllegalStateException: the scheduler of virtual threads is not open to the library;"
                        + " start java with " + options + lang);
        assertThat(opened.with(options.split(" ")).output(KeeperProgram.class)).startsWith("started OPENED");
    }
}
