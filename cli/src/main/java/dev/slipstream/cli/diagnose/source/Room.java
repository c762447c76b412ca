package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.process.JvmProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a process can write a recording into a folder. A JVM that cannot write, once its recording has begun, ends itself
 * at once. Therefore this is checked before the recording and again while it runs. A bound that the system does not tell is no
 * objection, but a caveat.
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
    private final File folder;
    private final List<String> unchecked = new ArrayList<>();

    /**
     * Creates a check of a folder.
     *
     * @param process the process that will write
     * @param name the folder's path in the process
     */
    Room(JvmProcess process, String name) {
        this(process, name, process.file(name).toFile());
    }

    /** For a folder whose file system tells what a test wants. */
    Room(JvmProcess process, String name, File folder) {
        this.process = process;
        this.name = name;
        this.folder = folder;
    }

    /** Returns why no recording should be written to the folder; empty if one can be. */
    Optional<String> objection() throws IOException {
        Path path = folder.toPath();
        if (!Files.isDirectory(path)) {
            return Optional.of(name + " is not a folder");
        }
        int mode = (Integer) Files.getAttribute(path, "unix:mode") & PERMISSIONS;
        long owner = (Integer) Files.getAttribute(path, "unix:uid");
        long group = (Integer) Files.getAttribute(path, "unix:gid");
        // The first asks the kernel, to which a read-only file system is not writable.
        if (!Files.isWritable(path) || !process.writes(mode, owner, group)) {
            return Optional.of("it cannot write to " + name);
        }
        if (!isSpaceKnown()) {
            unchecked.add("The free space of " + name + " is unknown, and was not checked.");
        } else if (folder.getUsableSpace() < NEEDED) {
            return Optional.of(name + " has " + folder.getUsableSpace() / MEBIBYTE + " MB left, but " + NEEDED / MEBIBYTE
                    + " MB are needed");
        }
        Optional<Long> size = process.limit("Max file size").filter(most -> most < NEEDED);
        if (size.isPresent()) {
            return Optional.of("its limit of a file's size is " + size.get() / MEBIBYTE + " MB");
        }
        return process.limit("Max open files").filter(this::mostlyUsed)
                .map(most -> "it has nearly reached its limit of " + most + " open files");
    }

    private boolean mostlyUsed(long most) {
        try {
            return process.openFiles() > most - SPARE;
        } catch (IOException hidden) {
            unchecked.add("The number of the JVM's open files is unknown, and was not checked.");
            return false;
        }
    }

    /**
     * Returns whether the file system tells its size. It is asked through the folder: the mount table, which {@link
     * java.nio.file.FileStore} reads, may lack the file system, as after a chroot.
     */
    private boolean isSpaceKnown() {
        return folder.getTotalSpace() > 0;
    }

    /** Returns the bounds that {@link #objection} could not check, each as a sentence. */
    List<String> unchecked() {
        return unchecked;
    }

    /** Returns whether so little space is left that the recording should end now. */
    boolean isScarce() {
        return isSpaceKnown() && folder.getUsableSpace() < SCARCE;
    }
}
