package dev.slipstream.results.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.results.jdk.Jdk.NoJdkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"21.0.8, 21", "28, 28", "28-ea, 28", "1.8.0_402, 8", "17.0.15.1, 17"})
    void readsTheReleaseFile(String version, int feature) throws Exception {
        Jdk jdk = Jdk.at(FakeHome.at(folder.resolve("home"), version));
        assertThat(jdk.feature()).isEqualTo(feature);
        assertThat(jdk.version()).isEqualTo(version);
        assertThat(jdk.vendor()).isEqualTo("Somebody");
        assertThat(jdk.java()).isExecutable();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', value = {
        "JAVA_RUNTIME_VERSION=\"21.0.8+9-LTS\", 21.0.8+9-LTS",
        "IMPLEMENTOR_VERSION=\"Temurin-21.0.8+9\", Temurin-21.0.8+9",
        "BUILD_TYPE=\"fastdebug\", (fastdebug)",
        "JAVA_RUNTIME_VERSION=\"22-internal-fastdebug\", 22-internal-fastdebug",
        "SOURCE=\"\", ''",
    })
    void namesTheBuild(String line, String build) throws Exception {
        assertThat(Jdk.at(FakeHome.at(folder.resolve("home"), "21.0.8", line)).build()).isEqualTo(build);
    }

    @Test
    void resolvesLinks() throws Exception {
        Path home = FakeHome.at(folder.resolve("home"), "21.0.8");
        Path link = Files.createSymbolicLink(folder.resolve("link"), home);
        assertThat(Jdk.at(link).home()).isEqualTo(home.toRealPath());
    }

    @Test
    void readsThisJdk() throws Exception {
        assertThat(Jdk.at(Path.of(System.getProperty("java.home"))).feature()).isEqualTo(Runtime.version().feature());
    }

    @Test
    void sayWhatIsNoJdk() throws IOException {
        assertThatThrownBy(() -> Jdk.at(folder)).isInstanceOf(NoJdkException.class).hasMessageContaining("no bin/java");
        Path odd = FakeHome.at(folder.resolve("odd"), "what");
        assertThatThrownBy(() -> Jdk.at(odd)).isInstanceOf(NoJdkException.class).hasMessageContaining("release");
        Files.delete(odd.resolve("release"));
        assertThatThrownBy(() -> Jdk.at(odd)).isInstanceOf(NoJdkException.class).hasMessageContaining("release");
    }
}
