package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
    private static String variable(String option) {
        ProcessBuilder builder = JavaCommand.with(List.of("./start.sh", "x"), List.of(option));
        assertThat(builder.command()).containsExactly("./start.sh", "x");
        return builder.environment().get("JAVA_TOOL_OPTIONS");
    }

    @Test
    void aLauncherGetsTheOptionAsItIs() {
        ProcessBuilder builder = JavaCommand.with(List.of("/opt/jdk/bin/java", "Shop"), List.of("-javaagent:/o p/s.jar"));
        assertThat(builder.command()).containsExactly("/opt/jdk/bin/java", "-javaagent:/o p/s.jar", "Shop");
    }

    /** HotSpot splits the variable at blanks, and removes quotes of both kinds. */
    @ParameterizedTest
    @CsvSource(quoteCharacter = '|',
            value = {"-javaagent:/opt/s.jar=a, -javaagent:/opt/s.jar=a", "-javaagent:/o p/s.jar, '-javaagent:/o p/s.jar'",
                "-javaagent:/o'p/s.jar, '-javaagent:/o'\"'\"'p/s.jar'"})
    void theVariableHoldsTheOptionTogether(String option, String quoted) {
        assertThat(variable(option)).endsWith(quoted);
    }

    /** A shell would replace these, or take them as the end of the command. */
    @ParameterizedTest
    @ValueSource(strings = {"lib/*", "$HOME", "a;b", "a&b", "a\\b", "(a)", "#a", "~", ""})
    void aShellTakesAQuotedWordAsItIs(String word) {
        assertThat(JavaCommand.quoted(word)).isEqualTo("'" + word + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-javaagent:/opt/s.jar=pinning,naming.interval=5", "@/opt/a-b_c/options", "-XX:+UseZGC", "shop/Shop"})
    void aPlainWordNeedsNoQuotes(String word) {
        assertThat(JavaCommand.quoted(word)).isEqualTo(word);
    }
}
