package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks whether a process can write a recording into a folder. A JVM that cannot write, once its recording has begun, ends itself
 * at once. Therefore this is checked before the recording and again while it runs.
 */
final class Room {
    private static final long MEBIBYTE = 1 << 20;
    private static final long NEEDED = 200 * MEBIBYTE;
    private static final long SCARCE = 100 * MEBIBYTE;

    /** File descriptors that must remain free. A recording takes two or three. */
    private static final long SPARE = 32;

    private static final int PERMISSIONS = 0777;

    private final JvmProcess process;
    private final String name;
    private final Path folder;

    /**
     * Creates a check of a folder.
     *
     * @param process the process that will write
     * @param name the folder's path in the process
     */
    Room(JvmProcess process, String name) {
        this.process = process;
        this.name = name;
        this.folder = process.file(name);
    }

    /** Returns why no recording should be written to the folder; empty if one can be. */
    Optional<String> objection() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.of(name + " is not a folder");
        }
        FileStore store = Files.getFileStore(folder);
        int mode = (Integer) Files.getAttribute(folder, "unix:mode") & PERMISSIONS;
        long owner = (Integer) Files.getAttribute(folder, "unix:uid");
        long group = (Integer) Files.getAttribute(folder, "unix:gid");
        if (store.isReadOnly() || !Files.isWritable(folder) || !process.writes(mode, owner, group)) {
            return Optional.of("it cannot write to " + name);
        }
        if (store.getUsableSpace() < NEEDED) {
            return Optional.of(name + " has " + store.getUsableSpace() / MEBIBYTE + " MB left, but " + NEEDED / MEBIBYTE
                    + " MB are needed");
        }
        Optional<Long> size = process.limit("Max file size").filter(most -> most < NEEDED);
        if (size.isPresent()) {
            return Optional.of("its limit of a file's size is " + size.get() / MEBIBYTE + " MB");
        }
        return process.limit("Max open files").filter(most -> mostlyUsed(most))
                .map(most -> "it has nearly reached its limit of " + most + " open files");
    }

    private boolean mostlyUsed(long most) {
        try {
            return process.openFiles() > most - SPARE;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Returns whether so little space is left that the recording should end now. */
    boolean isScarce() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() < SCARCE;
    }
}
