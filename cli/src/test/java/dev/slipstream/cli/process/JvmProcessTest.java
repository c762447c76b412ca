package dev.slipstream.cli.process;

import static dev.slipstream.cli.process.ProcOfTests.OF_ROOT;
import static dev.slipstream.cli.process.ProcOfTests.OF_USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes as {@code /proc} shows them, those in containers too. */
class JvmProcessTest {
    @TempDir
    private Path proc;

    private ProcOfTests tests;

    @BeforeEach
    void self() {
        tests = new ProcOfTests(proc);
    }

    private JvmProcess process() throws Failure {
        return tests.process();
    }

    private void refused(String why) {
        assertThatThrownBy(this::process).isInstanceOf(Failure.class).hasMessageContaining(why)
                .extracting(failure -> ((Failure) failure).exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
    }

    /** In a container, and after a change of root, the process has files of its own. */
    @ParameterizedTest
    @CsvSource({"mnt:[2], host, true", "mnt:[1], jail, true", "mnt:[1], host, false"})
    void knowsWhereItsFilesAre(String mounts, String root, boolean own) throws Exception {
        tests.jvm(OF_USER);
        tests.link("42/ns/mnt", mounts);
        Files.createDirectories(proc.resolve("42/" + root + "/tmp"));
        tests.link("42/root", root);
        assertThat(process().file("/tmp/x")).isEqualTo(own ? proc.resolve("42/root/tmp/x") : Path.of("/tmp/x"));
        assertThat(process().ownPid()).isEqualTo(ProcOfTests.OWN_PID);
        assertThat(process().uid()).isEqualTo(1000);
        assertThat(process().isAlive()).isTrue();
    }

    @Test
    void refusesASocketOfAnotherUser() throws Exception {
        Path socket = proc.resolve("42/root/tmp/.java_pid" + ProcOfTests.OWN_PID);
        Files.createDirectories(socket.getParent());
        int own = (Integer) Files.getAttribute(Files.createFile(socket), "unix:uid");
        tests.link("42/ns/mnt", "mnt:[2]");
        tests.jvm(OF_USER.replace("1000", Integer.toString(own)));
        assertThat(process().isAlive()).isTrue();
        tests.jvm(OF_USER.replace("1000", Integer.toString(own + 1)));
        refused(socket + " belongs to another user; if an earlier process " + ProcOfTests.OWN_PID + " has left it, remove it");
    }

    /** As in a container without a folder for temporary files, or with one for reading only. */
    @Test
    void refusesAJvmThatCannotMakeItsSocket() throws Exception {
        tests.jvm(OF_USER);
        tests.link("42/ns/mnt", "mnt:[2]");
        Path root = Files.createDirectories(proc.resolve("42/root"));
        refused("process 42 cannot be attached to, since its /tmp, in which it would make a socket, is missing or cannot be written");
        Files.createDirectory(root.resolve("tmp"));
        assertThat(process().pid()).isEqualTo(42);
    }

    @Test
    void refusesWhatIsNotToBeLookedAt() throws Exception {
        refused("process 42 does not exist");
        tests.jvm(OF_USER.replace("S (sleeping)", "Z (zombie)"));
        refused("has already ended");
        tests.jvm(OF_USER);
        Files.writeString(proc.resolve("self/status"), "Uid:\t5\t5\t5\t5\n");
        refused("process 42 belongs to another user (id 1000)");
        Files.writeString(proc.resolve("self/status"), "Uid:\t5\t1000\t5\t5\n");
        assertThat(process().pid()).isEqualTo(42);
        Files.writeString(proc.resolve("42/maps"), "7f00-7f01 r-xp 00000000 08:01 1 /opt/native/shop\n");
        refused("is not an OpenJDK JVM");
    }

    /** A process that ends between the opening of a file and its reading, as a folder that stands for the file does. */
    @ParameterizedTest
    @ValueSource(strings = {"status", "maps", "uid_map", "environ", "cmdline"})
    void refusesWhatEndsMeanwhile(String file) throws Exception {
        tests.jvm(OF_USER);
        tests.link("self/ns/user", "user:[1]");
        tests.link("42/ns/user", "user:[2]");
        Files.deleteIfExists(proc.resolve("42/" + file));
        Files.createDirectory(proc.resolve("42/" + file));
        refused("Is a directory");
    }

    /** Root in a container with the usual capabilities may not look at other users' processes, but at its own. */
    @Test
    void refusesAnotherUsersToARootWithFewCapabilities() throws Exception {
        tests.jvm(OF_USER);
        Files.writeString(proc.resolve("self/status"), OF_ROOT.replace("000001ffffffffff", "00000000a80425fb"));
        refused("process 42 belongs to another user (id 1000), and root needs the capability CAP_SYS_PTRACE, which this process"
                + " lacks; run slipstream as that user");
        tests.jvm(OF_USER.replace("1000", "0"));
        assertThat(process().pid()).isEqualTo(42);
    }

    /** The last word counts, and the variables stand before and behind the command's own. */
    @ParameterizedTest
    @CsvSource({"PATH=/bin, -XX:+DisableAttachMechanism, true", "PATH=/bin, -Xmx1g, false",
        "JAVA_TOOL_OPTIONS=-Xmx1g -XX:+DisableAttachMechanism, -Xmx1g, true",
        "JAVA_TOOL_OPTIONS=-XX:+DisableAttachMechanism, -XX:-DisableAttachMechanism, false",
        "_JAVA_OPTIONS=-XX:-DisableAttachMechanism, -XX:+DisableAttachMechanism, false",
        "_JAVA_OPTIONS=-XX:+DisableAttachMechanism, -XX:-DisableAttachMechanism, true",
        "PATH=/bin, -Dwhy=-XX:+DisableAttachMechanism, false",
        "OTHER_JAVA_OPTIONS=-XX:+DisableAttachMechanism, -Xmx1g, false"})
    void refusesAJvmThatLetsNobodyAttach(String variable, String argument, boolean refused) throws Exception {
        tests.jvm(OF_USER);
        Files.writeString(proc.resolve("42/environ"), "HOME=/\0" + variable + "\0");
        Files.writeString(proc.resolve("42/cmdline"), "java\0" + argument + "\0-jar\0app.jar\0");
        if (refused) {
            refused("process 42 runs with -XX:+DisableAttachMechanism; do without");
        } else {
            assertThat(process().pid()).isEqualTo(42);
        }
    }

    /**
     * The performance data have the options of argument files and the like, and none of the application's. Where they are cut, what the
     * command line shows counts as well.
     */
    @ParameterizedTest
    @CsvSource({"'', -Xmx64m -XX:+DisableAttachMechanism, @options, true",
        "+DisableAttachMechanism, -XX:Flags=flags, -XX:Flags=flags, true",
        "+DisableAttachMechanism, -XX:-DisableAttachMechanism, @options, false",
        "'', -Xmx64m, Shop -XX:+DisableAttachMechanism, false", "'', CUT, -XX:+DisableAttachMechanism, true"})
    void refusesAJvmWhoseOptionsAreInAFile(String flags, String arguments, String typed, boolean refused) throws Exception {
        tests.jvm(OF_USER);
        String data = Long.toString(ProcOfTests.OWN_PID);
        Path folder = Files.createDirectories(proc.toRealPath().resolve("hsperfdata_me"));
        Files.write(folder.resolve("7"), PerformanceDataTest.file(Map.of("java.rt.vmArgs", "-XX:+DisableAttachMechanism")));
        Files.write(folder.resolve(data), PerformanceDataTest.file(Map.of("java.rt.vmFlags", flags,
                "java.rt.vmArgs", arguments.replace("CUT", "-Dx=" + "x".repeat(1_020)))));
        Files.writeString(proc.resolve("42/maps"), "7f00-7f01 rw-s 00000000 08:01 1 " + folder.resolve("7") + "\n"
                + "7f02-7f03 rw-s 00000000 08:01 1 " + folder.resolve(data) + "\n");
        Files.writeString(proc.resolve("42/cmdline"), "java\0" + typed.replace(' ', '\0') + "\0");
        if (refused) {
            refused("process 42 runs with -XX:+DisableAttachMechanism; do without");
        } else {
            assertThat(process().pid()).isEqualTo(42);
        }
    }

    /** The kernel shows threads by their numbers, too. A JVM that is signalled by that of a thread prints all its threads. */
    @Test
    void refusesAThread() throws Exception {
        tests.jvm(OF_USER + "Tgid:\t41\n");
        refused("42 is a thread of process 41; name that process");
        tests.jvm(OF_USER + "Tgid:\t42\n");
        assertThat(process().pid()).isEqualTo(42);
    }

    @Test
    void refusesWhatTheSignalWouldEnd() throws Exception {
        tests.jvm(OF_USER.replace("2000000181005ccf", "2000000181005ccb"));
        refused("process 42 does not handle SIGQUIT");
    }

    /** The kernel shows another namespace's users by their numbers here. */
    @ParameterizedTest
    @CsvSource({"0 0 4294967295, false", "0 1000 1, true", "0 100000 65536, true"})
    void refusesWhereThisUserDoesNotExist(String map, boolean refused) throws Exception {
        tests.jvm(OF_USER);
        tests.link("self/ns/user", "user:[1]");
        tests.link("42/ns/user", "user:[2]");
        Files.writeString(proc.resolve("42/uid_map"), map.replaceAll(" ", "      ") + "\n");
        if (refused) {
            refused("process 42 is in a container in which this user (id 0) does not exist");
        } else {
            assertThat(process().pid()).isEqualTo(42);
        }
    }

    @Test
    void seesAJvmThatIsBuiltIntoItsLauncher() throws Exception {
        tests.jvm(OF_USER);
        Files.writeString(proc.resolve("42/maps"), "7f00-7f01 rw-s 00000000 08:01 1 /tmp/hsperfdata_me/42\n");
        assertThat(process().pid()).isEqualTo(42);
    }

    @Test
    void writesWhatItsUserMay() throws Exception {
        tests.jvm(OF_USER);
        JvmProcess process = process();
        assertThat(process.writes(0700, 1000, 0)).isTrue();
        assertThat(process.writes(0077, 1000, 0)).isFalse();
        assertThat(process.writes(0770, 0, 4)).isTrue();
        assertThat(process.writes(0707, 0, 100)).isFalse();
        assertThat(process.writes(01777, 0, 0)).isTrue();
        assertThat(process.writes(0755, 0, 0)).isFalse();
        tests.jvm(OF_USER.replace("CapEff:\t0000000000000000", "CapEff:\t000001ffffffffff"));
        assertThat(process().writes(0, 0, 0)).isTrue();
    }

    @Test
    void knowsItsLimits() throws Exception {
        tests.jvm(OF_USER);
        assertThat(process().limit("Max file size")).isEmpty();
        assertThat(process().limit("Max open files")).isEqualTo(Optional.of(1024L));
    }
}
