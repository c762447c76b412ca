package dev.slipstream.diagnose.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder for temporary files that no other user can read. {@link #close} deletes it. Its process holds a lock on a file in it
 * for as long as it lives. So the next process of the same user that makes one there knows those of killed processes, and deletes
 * them. Not thread-safe.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "slipstream-reading";
    private static final String LOCK = "lock";

    /** The name of the lock's file until the lock is held. */
    private static final String UNLOCKED = "lock.new";

    /** Age from which on an empty folder without a lock is not one that its process is about to lock, or to delete. */
    private static final Duration OLD = Duration.ofMinutes(1);

    /** As the JDK makes a temporary folder. */
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private static final int MEBIBYTE = 1 << 20;
    private static final long SPARE = 256L * MEBIBYTE;
    private static final int SMALL_PART = 10;

    /** A process that opens the lock of its own folder once more loses it when it closes the file. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Path real;
    private final FileChannel lock;

    /** Receives what becomes of folders. */
    public interface Listener {
        /** The new folder could not be locked, and would stay should this process be killed. Some file systems have no locks. */
        default void isNotLocked(Path folder, IOException why) {}

        /** A folder was deleted that a killed process had left. */
        default void deleted(Path folder) {}

        /** A folder that a killed process may have left could not be deleted. */
        default void stays(Path folder, IOException why) {}
    }

    /**
     * Creates a folder in the JVM's temporary folder, and deletes those of killed processes there.
     *
     * @throws IOException if it cannot be created
     */
    public TemporaryFolder() throws IOException {
        this(Path.of(System.getProperty("java.io.tmpdir")), PREFIX, new Listener() {});
    }

    /**
     * Creates a folder, and deletes those of killed processes beside it.
     *
     * @param parent the folder in which it is created
     * @param prefix the beginning of its name, and of those that are deleted
     * @param listener receives what becomes of them, before this returns
     * @throws IOException if it cannot be created
     */
    public TemporaryFolder(Path parent, String prefix, Listener listener) throws IOException {
        path = Files.createTempDirectory(parent, prefix);
        real = path.toRealPath();
        OWN.add(real);
        // The lock is held before the file has the name by which others look for it.
        Path unlocked = path.resolve(UNLOCKED);
        lock = FileChannel.open(unlocked, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try {
            lock.lock();
            Files.move(unlocked, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            listener.isNotLocked(path, e);
        }
        if (Files.isReadable(parent)) {
            deleteLeftOvers(parent, prefix, listener);
        }
    }

    private void deleteLeftOvers(Path parent, String prefix, Listener listener) throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path other : others) {
                try {
                    if (isOurs(other) && !OWN.contains(other.toRealPath()) && deleteIfLeft(other)) {
                        listener.deleted(other);
                    }
                } catch (NoSuchFileException deleted) {
                    continue;
                } catch (IOException e) {
                    listener.stays(other, e);
                }
            }
        }
    }

    /** Returns whether a folder is this user's alone, as those of this class are: of another one, the lock would say nothing. */
    private boolean isOurs(Path other) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(other, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.isDirectory() && attributes.owner().equals(Files.getOwner(path))
                && attributes.permissions().equals(PRIVATE);
    }

    private static boolean deleteIfLeft(Path other) throws IOException {
        try (FileChannel its = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = its.tryLock()) {
            if (free != null) {
                delete(other);
            }
            return free != null;
        } catch (NoSuchFileException withoutLock) {
            return deleteIfEmpty(other);
        }
    }

    private static boolean deleteIfEmpty(Path other) throws IOException {
        if (Files.getLastModifiedTime(other).toInstant().isAfter(Instant.now().minus(OLD))) {
            return false;
        }
        try {
            Files.deleteIfExists(other.resolve(UNLOCKED));
            Files.delete(other);
            return true;
        } catch (DirectoryNotEmptyException notEmpty) {
            return false;
        }
    }

    /** Deletes the lock last: a folder that is half deleted can be found again. */
    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> contents = Files.newDirectoryStream(folder, each -> !each.endsWith(LOCK))) {
            for (Path each : contents) {
                deleteAll(each);
            }
        }
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.deleteIfExists(folder);
    }

    private static void deleteAll(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> contents = Files.newDirectoryStream(path)) {
                for (Path each : contents) {
                    deleteAll(each);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    /** Returns the folder. */
    public Path path() {
        return path;
    }

    /**
     * Returns why the folder has no room for a file, as the rest of a sentence that begins with the file; empty if it has. The
     * file system must keep free 256 MiB, or a tenth of a small one: other processes use it, too.
     *
     * @param bytes the size of the file
     */
    public Optional<String> lacksRoom(long bytes) {
        long usable = path.toFile().getUsableSpace();
        long all = path.toFile().getTotalSpace();
        // 0 if the file system does not tell.
        return all == 0 || usable - bytes >= Math.min(SPARE, all / SMALL_PART) ? Optional.empty()
                : Optional.of("takes " + bytes / MEBIBYTE + " MiB in " + path.getParent() + ", where " + usable / MEBIBYTE
                        + " MiB are free");
    }

    /** Deletes the folder with its contents. */
    @Override
    public void close() throws IOException {
        // An interrupt would end the deletion.
        boolean interrupted = Thread.interrupted();
        try (lock) {
            delete(path);
        } finally {
            OWN.remove(real);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
