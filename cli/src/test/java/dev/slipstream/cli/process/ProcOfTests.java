package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder that looks like {@code /proc}, with ourselves as root and room for a JVM with the number 42. The JVM's number in its own
 * container is larger than that of any process, so this machine has no socket of that name.
 */
public record ProcOfTests(Path folder) {
    /** The JVM's process id in its own container. */
    public static final long OWN_PID = 4_194_305;

    /** The JVM's status, as that of a user with the number 1000. */
    public static final String OF_USER = "Name:\tja\u00e4va\nState:\tS (sleeping)\n"
            + "Uid:\t1000\t1000\t1000\t1000\nGid:\t100\t100\t100\t100\n"
            + "Groups:\t4 100 \nNSpid:\t42\t" + OWN_PID + "\nCapEff:\t0000000000000000\n"
            + "SigCgt:\t2000000181005ccf\n";

    /** The status of root, with every capability. */
    public static final String OF_ROOT = "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n";

    /** Makes it in an empty folder. */
    public ProcOfTests {
        try {
            add(folder, "self", OF_ROOT);
            link(folder, "self/ns/mnt", "mnt:[1]");
            link(folder, "self/root", "host");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds the JVM, or changes its status. */
    public void jvm(String status) throws IOException {
        add(folder, "42", status);
    }

    /** The JVM as our side sees it. */
    public JvmProcess process() throws Failure {
        return JvmProcess.of(folder, 42, "do without");
    }

    void link(String name, String target) throws IOException {
        link(folder, name, target);
    }

    private static void add(Path proc, String name, String status) throws IOException {
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

    private static void link(Path proc, String name, String target) throws IOException {
        Files.createDirectories(proc.resolve(name).getParent());
        Files.deleteIfExists(proc.resolve(name));
        Files.createSymbolicLink(proc.resolve(name), Path.of(target));
    }
}
