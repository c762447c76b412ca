package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes as {@code /proc} shows them, those in containers too. */
class JvmProcessTest {
    private static final String OF_USER = "Name:\tja\u00e4va\nState:\tS (sleeping)\n"
            + "Uid:\t1000\t1000\t1000\t1000\nGid:\t100\t100\t100\t100\n"
            + "Groups:\t4 100 \nNSpid:\t42\t1\nCapEff:\t0000000000000000\n";

    @TempDir
    private Path proc;

    @BeforeEach
    void self() throws IOException {
        process("self", "Uid:\t0\t0\t0\t0\n");
        link("self/ns/mnt", "mnt:[1]");
        link("self/root", "host");
    }

    private void process(String name, String status) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(name));
        Files.writeString(folder.resolve("status"), status);
        Files.writeString(folder.resolve("maps"), "7f00-7f01 r-xp 00000000 08:01 1 /opt/jdk/lib/server/libjvm.so\n");
        Files.writeString(folder.resolve("cmdline"), "java\0-jar\0app.jar\0");
        Files.writeString(folder.resolve("environ"), "HOME=/\0");
        Files.writeString(folder.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max file size             unlimited            unlimited            bytes
                Max open files            1024                 524288               files
                """);
    }

    private void link(String name, String target) throws IOException {
        Files.createDirectories(proc.resolve(name).getParent());
        Files.deleteIfExists(proc.resolve(name));
        Files.createSymbolicLink(proc.resolve(name), Path.of(target));
    }

    private JvmProcess process() throws Failure {
        return JvmProcess.of(proc, 42);
    }

    private void refused(String why) {
        assertThatThrownBy(this::process).isInstanceOf(Failure.class).hasMessageContaining(why)
                .extracting(failure -> ((Failure) failure).exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
    }

    @Test
    void hasFilesOfItsOwnInAContainer() throws Exception {
        process("42", OF_USER);
        link("42/ns/mnt", "mnt:[2]");
        link("42/root", "host");
        assertThat(process().file("/tmp/x")).isEqualTo(proc.resolve("42/root/tmp/x"));
        assertThat(process().ownPid()).isEqualTo(1);
        assertThat(process().uid()).isEqualTo(1000);
        assertThat(process().isAlive()).isTrue();
    }

    @Test
    void hasFilesOfItsOwnAfterAChangeOfRoot() throws Exception {
        process("42", OF_USER);
        link("42/ns/mnt", "mnt:[1]");
        link("42/root", "jail");
        assertThat(process().file("/tmp/x")).isEqualTo(proc.resolve("42/root/tmp/x"));
    }

    @Test
    void hasTheSameFilesOtherwise() throws Exception {
        process("42", OF_USER);
        link("42/ns/mnt", "mnt:[1]");
        link("42/root", "host");
        assertThat(process().file("/tmp/x")).isEqualTo(Path.of("/tmp/x"));
    }

    @Test
    void refusesWhatIsNotToBeLookedAt() throws Exception {
        refused("there is no process 42");
        process("42", OF_USER.replace("S (sleeping)", "Z (zombie)"));
        refused("has ended already");
        process("42", OF_USER);
        Files.writeString(proc.resolve("self/status"), "Uid:\t5\t5\t5\t5\n");
        refused("process 42 is of another user (number 1000)");
        Files.writeString(proc.resolve("self/status"), "Uid:\t5\t1000\t5\t5\n");
        assertThat(process().pid()).isEqualTo(42);
        Files.writeString(proc.resolve("42/maps"), "7f00-7f01 r-xp 00000000 08:01 1 /opt/native/shop\n");
        refused("is no JVM");
    }

    @Test
    void refusesAJvmThatLetsNobodyLook() throws Exception {
        process("42", OF_USER);
        Files.writeString(proc.resolve("42/environ"), "JAVA_TOOL_OPTIONS=-Dx -XX:+DisableAttachMechanism\0");
        refused("-XX:+DisableAttachMechanism");
        Files.writeString(proc.resolve("42/cmdline"), "java\0-XX:-DisableAttachMechanism\0Shop\0");
        assertThat(process().pid()).isEqualTo(42);
        Files.writeString(proc.resolve("42/environ"), "OTHER=-XX:+DisableAttachMechanism\0");
        Files.writeString(proc.resolve("42/cmdline"), "java\0-XX:+DisableAttachMechanism\0Shop\0");
        refused("-XX:+DisableAttachMechanism");
    }

    @Test
    void writesWhatItsUserMay() throws Exception {
        process("42", OF_USER);
        JvmProcess process = process();
        assertThat(process.writes(0700, 1000, 0)).isTrue();
        assertThat(process.writes(0077, 1000, 0)).isFalse();
        assertThat(process.writes(0770, 0, 4)).isTrue();
        assertThat(process.writes(0707, 0, 100)).isFalse();
        assertThat(process.writes(01777, 0, 0)).isTrue();
        assertThat(process.writes(0755, 0, 0)).isFalse();
        process("42", OF_USER.replace("CapEff:\t0000000000000000", "CapEff:\t000001ffffffffff"));
        assertThat(process().writes(0, 0, 0)).isTrue();
    }

    @Test
    void knowsItsLimits() throws Exception {
        process("42", OF_USER);
        assertThat(process().limit("Max file size")).isEmpty();
        assertThat(process().limit("Max open files")).isEqualTo(Optional.of(1024L));
    }

    @Test
    void objectsToAFolderThatIsNoPlaceForARecording() throws Exception {
        process("42", OF_USER);
        Files.createDirectory(proc.resolve("42/fd"));
        Files.createDirectory(proc.resolve("tmp"));
        long uid = (Integer) Files.getAttribute(proc, "unix:uid");
        process("42", OF_USER.replace("1000", Long.toString(uid)));
        assertThat(objection(proc.resolve("tmp"))).isEmpty();
        assertThat(objection(proc.resolve("none")).orElseThrow()).endsWith("none is no folder");
        assertThat(objection(Path.of("/proc/self")).orElseThrow()).startsWith("it cannot write into");
        Path limits = proc.resolve("42/limits");
        String usual = Files.readString(limits);
        Files.writeString(limits, usual.replace("size             unlimited", "size             1048576  "));
        assertThat(objection(proc.resolve("tmp"))).contains("its files may have 1 MB at most");
        Files.writeString(limits, usual.replace("1024  ", "16  "));
        assertThat(objection(proc.resolve("tmp"))).contains("it has nearly as many files open as it may, 16");
    }

    private Optional<String> objection(Path folder) throws Failure, IOException {
        return new Room(process(), folder.toString()).objection();
    }
}
