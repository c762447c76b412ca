package dev.slipstream.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestJdkTest {
    @TempDir
    private Path folder;

    private void jdk(String name, String release) throws IOException {
        Path java = Files.createDirectories(folder.resolve(name).resolve("bin")).resolve("java");
        assertThat(Files.createFile(java).toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve(name).resolve("release"), release);
    }

    @Test
    void areInTheOrderOfTheirReleases() throws IOException {
        jdk("9", "JAVA_VERSION=\"9.0.4\"\n");
        jdk("17", "IMPLEMENTOR=\"JDK 99\"\nJAVA_VERSION=\"17.0.9\"\n");
        jdk("100", "JAVA_VERSION=\"100-ea\"\n");
        assertThat(TestJdk.in(folder)).extracting(TestJdk::feature).containsExactly(9, 17, 100);
    }

    @Test
    void theReleaseFileDecidesAndNotTheName() throws IOException {
        jdk("21", "JAVA_VERSION=\"25.0.3\"\n");
        jdk("28.1", "JAVA_VERSION=\"28.1\"\n");
        assertThat(TestJdk.in(folder)).containsExactly(new TestJdk(25, folder.resolve("21")),
                new TestJdk(28, folder.resolve("28.1")));
    }

    @Test
    void otherFilesAreNoJdks() throws IOException {
        jdk(".new.21", "JAVA_VERSION=\"21\"\n");
        jdk("certificates", "JAVA_VERSION=\"21\"\n");
        Files.createDirectory(folder.resolve("17"));
        Files.createFile(folder.resolve("21"));
        assertThat(TestJdk.in(folder)).isEmpty();
    }

    @Test
    void aReleaseFileWithoutAVersionIsAnError() throws IOException {
        jdk("21", "");
        assertThatThrownBy(() -> TestJdk.in(folder)).hasMessage(folder.resolve("21/release") + " has no JAVA_VERSION");
    }

    @Test
    void theCurrentOneHasAnImage() throws IOException {
        assertThat(TestJdk.current().java()).isExecutable();
        assertThat(TestJdk.current().classFile("java/lang/Object")).startsWith(0xca, 0xfe, 0xba, 0xbe);
    }
}
