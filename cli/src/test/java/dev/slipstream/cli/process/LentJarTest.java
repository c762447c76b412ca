package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of a jar for the JVM of another user, which has the same files. */
class LentJarTest {
    @TempDir
    private Path folder;

    private JvmProcess process;
    private Path jar;

    @BeforeEach
    void make() throws Exception {
        jar = Files.writeString(folder.resolve("slipstream.jar"), "a jar");
        int own = (Integer) Files.getAttribute(jar, "unix:uid");
        ProcOfTests proc = new ProcOfTests(Files.createDirectory(folder.resolve("proc")));
        proc.jvm(ProcOfTests.OF_USER.replace("1000", Integer.toString(own + 1)));
        process = proc.process();
    }

    /** HotSpot would complain of it on the application's standard error. */
    @Test
    void aJarThatTheUserMayNotReadIsCopied() throws Exception {
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-------"));
        Path copy;
        try (LentJar lent = LentJar.to(process, jar)) {
            copy = Path.of(lent.path());
            assertThat(copy).isNotEqualTo(jar).hasContent("a jar");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy))).isEqualTo("rw-r--r--");
        }
        assertThat(copy).doesNotExist();
    }

    @Test
    void aFileForAllIsReadWhereItIs() throws Exception {
        try (LentJar lent = LentJar.to(process, Path.of("/etc/passwd"))) {
            assertThat(lent.path()).isEqualTo("/etc/passwd");
        }
    }
}
