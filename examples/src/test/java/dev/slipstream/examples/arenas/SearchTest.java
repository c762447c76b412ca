package dev.slipstream.examples.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The results are the same with the agent. Tests do not check speed. */
@Timeout(120)
@Tag("long")
class SearchTest {
    private static final Path JAR = Path.of(System.getProperty("slipstream.root"), "target/slipstream.jar");

    /** The JDK of the test, and JDK 21 if the folder {@code slipstream.jdks} has it. */
    private static Stream<Path> javas() {
        return Stream.of(Path.of(System.getProperty("java.home")), Path.of(System.getProperty("slipstream.jdks", ""), "21"))
                .map(home -> home.resolve("bin/java")).filter(Files::exists);
    }

    @ParameterizedTest
    @MethodSource("javas")
    void findsTheSameWithTheAgent(Path java) throws Exception {
        assertThat(JAR).describedAs("built by ./slipstream test -pl bundle,examples -am").isRegularFile();

        Search.Result stock = run(java);
        Search.Result slipstream = run(java, "-javaagent:" + JAR + "=arenas,quiet");

        assertThat(stock.striped()).isEqualTo(-1);
        assertThat(slipstream.striped()).isNotNegative();
        assertThat(slipstream.digest()).isEqualTo(stock.digest());
        assertThat(stock.queriesPerSecond()).isPositive();
    }

    private static Search.Result run(Path java, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(Arrays.asList(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Search.class.getName(), "600", "2", "300"));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader said = process.inputReader()) {
            String line = said.readLine();
            assertThat(process.waitFor()).isZero();
            return Search.Result.parse(line);
        } finally {
            process.destroyForcibly();
        }
    }
}
