package dev.slipstream.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypedTest {
    @Test
    void theLauncherHasItsName() {
        assertThat(Typed.words("../slipstream", List.of("java", "-jar", "x.jar"), "x.jar")).isEqualTo("../slipstream");
        assertThat(Typed.words("/my tools/slipstream", List.of(), "x.jar")).isEqualTo("'/my tools/slipstream'");
    }

    @Test
    void theJarHasThePathThatWasTyped() {
        assertThat(Typed.words("", List.of("/opt/jdk/bin/java", "-Xmx1g", "-jar", "target/slipstream.jar", "status", "1"),
                "/a/x.jar"))
                .isEqualTo("/opt/jdk/bin/java -jar target/slipstream.jar");
        assertThat(Typed.words("", List.of("java", "-jar", "it's.jar"), "/a/x.jar")).isEqualTo("java -jar 'it'\\''s.jar'");
    }

    @Test
    void elsewhereItIsThePathOfTheJar() {
        assertThat(Typed.words("", List.of(), "/a/x.jar")).isEqualTo("java -jar /a/x.jar");
        assertThat(Typed.words("", List.of("java", "@options"), "/a/x.jar")).isEqualTo("java -jar /a/x.jar");
    }
}
