package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.diagnose.result.Slipstream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {
    @TempDir
    private Path folder;

    /** Makes the script. The command line may have been started by any words. */
    private static String script(String words) {
        String typed = System.setProperty(Slipstream.PROPERTY, words);
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run("generate-completion")).isEqualTo(ExitCodes.DONE);
        } finally {
            System.setOut(before);
            if (typed == null) {
                System.clearProperty(Slipstream.PROPERTY);
            } else {
                System.setProperty(Slipstream.PROPERTY, typed);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Outside a completion bash refuses the builtin compopt, and says so on standard error. */
    private String completed(String words, int word) throws Exception {
        Process bash = new ProcessBuilder("bash", "-c", "source completion; COMP_WORDS=(" + words + "); COMP_CWORD=" + word
                + "; _complete_slipstream; echo \"${COMPREPLY[*]}\"").directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"./slipstream", "slipstream", "/opt/slip stream/slipstream", "java -jar target/slipstream.jar"})
    void bashCompletesCommandsAndOptions(String words) throws Exception {
        Files.writeString(folder.resolve("completion"), script(words));
        assertThat(completed("slipstream att", 1)).isEqualTo("attach");
        assertThat(completed("slipstream attach --dr", 2)).isEqualTo("--dry-run");
    }
}
