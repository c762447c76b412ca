package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningJvmTest {
    /** For a JVM without performance data. */
    @ParameterizedTest
    @CsvSource({"/opt/jdk/bin/java -Xmx1g -cp a.jar:b.jar org.example.Shop --port 80, org.example.Shop --port 80",
        "java -jar /opt/app.jar x, /opt/app.jar x", "java -p mods -m shop/org.example.Shop, shop/org.example.Shop",
        "java --add-modules a --class-path=b Main -jar, Main -jar", "java @options Main, ''", "java -jar, ''", "java, ''",
        "/usr/bin/launcher -cp a Main, ''"})
    void knowsWhatACommandLineRuns(String words, String command) {
        assertThat(RunningJvm.command(List.of(words.split(" ")))).isEqualTo(command);
    }

    @ParameterizedTest
    @CsvSource({"slipstream-nami, true", "slipstr..naming, true", "slipstr..keeper, true", "slipstick, false",
        "my-slipstr..x, false",
        "main, false"})
    void knowsOurThreads(String nativeName, boolean ours) {
        assertThat(RunningJvm.isOurs(nativeName)).isEqualTo(ours);
    }
}
