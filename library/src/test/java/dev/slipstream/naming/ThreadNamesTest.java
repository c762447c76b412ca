package dev.slipstream.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test in forked JVMs of every release, since JVM options decide how names are set. */
@Execution(ExecutionMode.CONCURRENT)
class ThreadNamesTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asTheJvmIs(TestJdk jdk) throws Exception {
        String mode = jdk.feature() < 24 ? "UNSAFE" : "SET_NAME";
        assertThat(ForkedJvm.ofModule(jdk, "library").output(ThreadNamesProgram.class)).isEqualToIgnoringNewLines(mode);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void opened(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "library").with("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .output(ThreadNamesProgram.class))
                .isEqualToIgnoringNewLines("OPENED");
    }
}
