package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether a process can write a recording into a folder. A JVM that cannot, once it has begun, ends itself at once; so this is
 * asked before, and again while it writes.
 */
final class Room {
    private static final long MEBIBYTE = 1 << 20;
    private static final long NEEDED = 200 * MEBIBYTE;
    private static final long SCARCE = 100 * MEBIBYTE;

    /** Descriptors that must be left. A recording takes two or three. */
    private static final long SPARE = 32;

    private static final int PERMISSIONS = 0777;

    private final JvmProcess process;
    private final String name;
    private final Path folder;

    /**
     * Room in a folder.
     *
     * @param process who will write
     * @param name what the process calls the folder
     */
    Room(JvmProcess process, String name) {
        this.process = process;
        this.name = name;
        this.folder = process.file(name);
    }

    /** Why nothing should be written there; empty if all is well. */
    Optional<String> objection() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.of(name + " is no folder");
        }
        FileStore store = Files.getFileStore(folder);
        int mode = (Integer) Files.getAttribute(folder, "unix:mode") & PERMISSIONS;
        long owner = (Integer) Files.getAttribute(folder, "unix:uid");
        long group = (Integer) Files.getAttribute(folder, "unix:gid");
        if (store.isReadOnly() || !Files.isWritable(folder) || !process.writes(mode, owner, group)) {
            return Optional.of("it cannot write into " + name);
        }
        if (store.getUsableSpace() < NEEDED) {
            return Optional.of(name + " has " + store.getUsableSpace() / MEBIBYTE + " MB left, and " + NEEDED / MEBIBYTE
                    + " are needed");
        }
        Optional<Long> size = process.limit("Max file size").filter(most -> most < NEEDED);
        if (size.isPresent()) {
            return Optional.of("its files may have " + size.get() / MEBIBYTE + " MB at most");
        }
        return process.limit("Max open files").filter(most -> mostlyUsed(most))
                .map(most -> "it has nearly as many files open as it may, " + most);
    }

    private boolean mostlyUsed(long most) {
        try {
            return process.openFiles() > most - SPARE;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Whether so little is left that the recording should end now. */
    boolean isScarce() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() < SCARCE;
    }
}
