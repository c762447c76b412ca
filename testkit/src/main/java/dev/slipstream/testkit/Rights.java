package dev.slipstream.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rights of the process that runs the tests, as the kernel shows them, and processes of other users. */
public enum Rights {
    /** To read any file. A container's root lacks it by default, but has the right to read and write any. */
    DAC_READ_SEARCH(2),
    /** To look at processes of other users. A container's root lacks it by default. */
    SYS_PTRACE(19),
    /** To raise threads. */
    SYS_NICE(23);

    private static final Path SELF = Path.of("/proc/self");
    private static final String EFFECTIVE = "CapEff:";
    private static final int HEXADECIMAL = 16;

    private final int bit;

    Rights(int bit) {
        this.bit = bit;
    }

    /** Returns whether this process has the capability. */
    public boolean isOurs() {
        try {
            return Files.readAllLines(SELF.resolve("status")).stream().filter(line -> line.startsWith(EFFECTIVE))
                    .anyMatch(line -> (Long.parseLong(line.substring(EFFECTIVE.length()).strip(), HEXADECIMAL) >> bit & 1) != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether this process is the superuser's. */
    public static boolean areRoots() {
        return owner(SELF) == 0;
    }

    /** Returns the user id of a file or process. */
    public static int owner(Path path) {
        try {
            return (Integer) Files.getAttribute(path, "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the beginning of a command line, which runs the rest as another user, with a right to read the JDK and the classes
     * anywhere. Root is permitted to, no other user is.
     */
    public static String[] asUser(int id) {
        String reads = DAC_READ_SEARCH.isOurs() ? "dac_read_search" : "dac_override";
        return new String[] {"setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups", "--inh-caps=+" + reads,
            "--ambient-caps=+" + reads};
    }
}
