package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All stress tests with every compiler: protocols hold on every JDK, and each broken variant is found. */
@Tag("long")
class ProtocolsTest {
    @TempDir
    private Path reports;

    static Stream<Arguments> onEveryJdk() throws IOException {
        List<TestJdk> jdks = Protocols.jdks();
        return Protocols.all().stream().flatMap(protocols -> jdks.stream().map(jdk -> Arguments.of(protocols, jdk)));
    }

    @ParameterizedTest
    @MethodSource("onEveryJdk")
    void hold(Protocols protocols, TestJdk jdk) throws IOException, InterruptedException {
        Jcstress.run(jdk.java(), protocols.tests(), reports, protocols.stride(), protocols.strides(), protocols.jvmArgs())
                .assertAllPassed();
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.Protocols#all")
    void brokenVariantsAreFound(Protocols protocols) throws IOException, InterruptedException {
        assertThat(protocols.broken()).isNotEmpty();
        Jcstress.assertFound(protocols.broken(), reports, protocols.stride(), protocols.strides(), protocols.jvmArgs());
    }
}
