package dev.slipstream.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.Forked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test in forked JVMs of every release, since JVM options decide how names are set. */
@Execution(ExecutionMode.CONCURRENT)
class ThreadNamesTest {
    private static final List<String> FEW_FILES = List.of("sh", "-c", "ulimit -n 40; exec \"$@\"", "sh");

    static List<Path> jdks() throws Exception {
        return Forked.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void asTheJvmIs(Path jdk) throws Exception {
        String mode = Forked.release(jdk) < 24 ? "UNSAFE" : "SET_NAME";
        assertThat(Forked.run(List.of(), jdk, List.of(), ThreadNamesProgram.class)).isEqualToIgnoringNewLines(mode);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void opened(Path jdk) throws Exception {
        assertThat(Forked.run(List.of(), jdk, List.of("--add-opens=java.base/java.lang=ALL-UNNAMED"), ThreadNamesProgram.class))
                .isEqualToIgnoringNewLines("OPENED");
    }

    /** Permits as many files as a JVM needs, and a few more. */
    @ParameterizedTest
    @MethodSource("jdks")
    void withFewFilesToOpen(Path jdk) throws Exception {
        assertThat(Forked.run(FEW_FILES, jdk, List.of(), FileLimitProgram.class))
                .matches("(?s)\\[[^\\[\\]]*a quarter of the open files[^\\[\\]]*]\\s+none left\\s+");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void withoutFilesToOpen(Path jdk) throws Exception {
        assertThat(Forked.run(FEW_FILES, jdk, List.of(), FileLimitProgram.class, "taken"))
                .matches("(?s)\\[[^\\[\\]]*Too many open files[^\\[\\]]*]\\s+none left\\s+");
    }

    /** Names are set immediately, through the native call. */
    @ParameterizedTest
    @MethodSource("jdks")
    void immediate(Path jdk) throws Exception {
        int release = Forked.release(jdk);
        List<String> options = new ArrayList<>();
        if (release >= 21) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        String output = Forked.run(List.of(), jdk, options, ImmediateProgram.class);
        assertThat(output).matches(
                release < 21 ? "(?s).*on JDK 17: java.lang.ClassNotFoundException.*" : "(?s)shown at once\\s+");
    }
}
