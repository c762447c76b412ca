package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Test of a publisher in forked JVMs of every release that may open few files. */
@Execution(ExecutionMode.CONCURRENT)
class FileLimitTest {
    private static final String[] FEW_FILES = {"sh", "-c", "ulimit -n 40; exec \"$@\"", "sh"};

    /** Permits as many files as a JVM needs, and a few more. All threads are published. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void withFewFilesToOpen(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "runtime").under(FEW_FILES).output(FileLimitProgram.class))
                .matches("\\[]\\s+none left\\s+");
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void withoutFilesToOpen(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "runtime").under(FEW_FILES).output(FileLimitProgram.class, "taken"))
                .matches("(?s)\\[[^\\[\\]]*Too many open files[^\\[\\]]*]\\s+none left\\s+");
    }

    @ParameterizedTest
    @CsvSource({"1024, 256", "3, 0", "9223372036854775807, 2147483647"})
    void filesAreAQuarterOfTheSoftLimit(long soft, int share) {
        assertThat(OpenSlots.shareOf(soft)).isEqualTo(share);
    }
}
