package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A path at which a folder is to appear: the folders above it are made, and an empty one there is removed. Both are undone when it is closed,
 * unless the folder has appeared. Not thread-safe.
 */
public final class Destination implements AutoCloseable {
    private final Path path;

    /** The folders that were made, the deepest first. */
    private final List<Path> made = new ArrayList<>();

    /** Permissions of the empty folder that was removed; null if there was none. */
    private final @Nullable Set<PosixFilePermission> removed;

    private Destination(Path path, @Nullable Set<PosixFilePermission> removed) {
        this.path = path;
        this.removed = removed;
    }

    /**
     * Prepares a path.
     *
     * @param path see {@link #real}
     * @throws Failure if there is something that cannot be replaced; the message is for the user
     */
    public static Destination at(Path path) throws Failure, IOException {
        Set<PosixFilePermission> removed = null;
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!isEmpty(path)) {
                throw new Failure(ExitCodes.BAD_USAGE, path + " exists; remove it, or name another folder");
            }
            removed = Files.getPosixFilePermissions(path);
            remove(path);
        }
        Destination destination = new Destination(path, removed);
        for (Path each = Folders.parent(path); !Files.exists(each); each = Folders.parent(each)) {
            destination.made.add(each);
        }
        Files.createDirectories(Folders.parent(path));
        return destination;
    }

    /** Finds out before the work that a folder cannot be replaced, not after it. */
    private static void remove(Path empty) throws Failure, IOException {
        try {
            Files.delete(empty);
        } catch (FileSystemException e) {
            throw new Failure(ExitCodes.BAD_USAGE, empty + " cannot be replaced ("
                    + (e.getReason() == null ? Failure.describe(e) : e.getReason())
                    + "); if it is a mount point, name a folder in it, such as " + empty.resolve("jdk"));
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /**
     * Resolves the links on the way to a path that need not exist.
     *
     * @throws Failure if the path is itself a link that leads nowhere
     */
    public static Path real(Path path) throws Failure, IOException {
        Path absolute = path.toAbsolutePath();
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
            throw new Failure(ExitCodes.BAD_USAGE, path + " is a link that leads nowhere; remove it, or name another folder");
        }
        return real(Folders.parent(absolute)).resolve(absolute.getFileName()).normalize();
    }

    /** Returns the path. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(path)) {
            return;
        }
        for (Path each : made) {
            if (isEmpty(each)) {
                Files.delete(each);
            }
        }
        if (removed != null) {
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(removed));
            Files.setPosixFilePermissions(path, removed);
        }
    }
}
