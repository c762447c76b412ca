package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a folder that looks like {@code /proc}. */
class AttachableTest {
    private static final String JVM = "7f00 r-xp 00000000 00:01 1 /opt/jdk/lib/server/libjvm.so\n";

    @TempDir
    private Path proc;

    @BeforeEach
    void jar() throws IOException {
        System.setProperty("slipstream.jar", "/opt/slipstream.jar");
        Files.createDirectory(proc.resolve("self"));
    }

    private void process(String maps, String environment, String command) throws IOException {
        Path process = Files.createDirectory(proc.resolve("11"));
        Files.writeString(process.resolve("maps"), maps);
        Files.writeString(process.resolve("environ"), environment);
        Files.writeString(process.resolve("cmdline"), command);
    }

    private Failure refusal() {
        Failure refusal = catchThrowableOfType(Failure.class, () -> Attachable.check(11, proc));
        assertThat(refusal.exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
        assertThat(refusal.getMessage()).doesNotContain("\n");
        return refusal;
    }

    @Test
    void aJvmMayBe() throws IOException {
        process(JVM, "PATH=/bin\0", "java\0-jar\0app.jar\0");
        assertThatCode(() -> Attachable.check(11, proc)).doesNotThrowAnyException();
    }

    @Test
    void nothingElse() throws IOException {
        process("7f00 r-xp 00000000 00:01 1 /usr/sbin/nginx\n", "", "nginx\0");
        assertThat(refusal()).hasMessage("process 11 is no JVM");
    }

    @Test
    void notWhatIsNotThere() {
        assertThat(refusal()).hasMessage("there is no process 11");
    }

    /** The last word counts, and the variables stand before and behind the command's own. */
    @ParameterizedTest
    @CsvSource({"PATH=/bin, -XX:+DisableAttachMechanism, true", "PATH=/bin, -Xmx1g, false",
        "JAVA_TOOL_OPTIONS=-Xmx1g -XX:+DisableAttachMechanism, -Xmx1g, true",
        "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism, -XX:-DisableAttachMechanism, false",
        "_JAVA_OPTIONS=-XX:-DisableAttachMechanism, -XX:+DisableAttachMechanism, false",
        "_JAVA_OPTIONS=-XX:+DisableAttachMechanism, -XX:-DisableAttachMechanism, true",
        "OTHER_JAVA_OPTIONS=-XX:+DisableAttachMechanism, -Xmx1g, false"})
    void notWhereTheJvmTakesNoPart(String variable, String argument, boolean refused) throws IOException {
        process(JVM, "HOME=/\0" + variable + "\0", "java\0" + argument + "\0-jar\0app.jar\0");
        if (refused) {
            assertThat(refusal()).hasMessage("process 11 runs with -XX:+DisableAttachMechanism: start it without that, or with "
                    + "-javaagent:/opt/slipstream.jar");
        } else {
            assertThatCode(() -> Attachable.check(11, proc)).doesNotThrowAnyException();
        }
    }

    @Test
    void onlyOfTheSameUserButForRoot() {
        assertThat(catchThrowableOfType(Failure.class, () -> Attachable.checkUsers(11, "shop", "me")))
                .hasMessage("process 11 belongs to shop: do this as shop, or as root");
        assertThatCode(() -> Attachable.checkUsers(11, "shop", "root")).doesNotThrowAnyException();
        assertThatCode(() -> Attachable.checkUsers(11, "me", "me")).doesNotThrowAnyException();
    }
}
