package dev.slipstream.diagnose.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder for temporary files that no other user can read. {@link #close} deletes it. A process that is killed leaves its folder
 * behind; the next process of the same user that makes one deletes it. Not thread-safe.
 */
public final class TemporaryFolder implements AutoCloseable {
    /** A folder that is locked by its process as long as that lives. */
    private static final String LOCKED = "slipstream-reading";

    /** A folder that its process is about to lock, unless it is old. */
    private static final String NEW = "slipstream-new";
    private static final Duration OLD = Duration.ofMinutes(1);
    private static final String LOCK = "lock";

    private static final int MEBIBYTE = 1 << 20;
    private static final long SPARE = 256L * MEBIBYTE;
    private static final int SMALL_PART = 10;

    /** A process that opens the lock of its own folder once more loses it when it closes the file. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    /**
     * Creates a folder in the JVM's temporary folder, and deletes those of killed processes there.
     *
     * @throws IOException if it cannot be created
     */
    public TemporaryFolder() throws IOException {
        Path created = Files.createTempDirectory(NEW);
        path = created.resolveSibling(created.getFileName().toString().replace(NEW, LOCKED));
        OWN.add(path);
        try {
            lock = FileChannel.open(created.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.tryLock();
            Files.move(created, path);
        } catch (IOException e) {
            OWN.remove(path);
            delete(created);
            throw e;
        }
        removeLeftOvers();
    }

    private void removeLeftOvers() throws IOException {
        if (!Files.isReadable(path.getParent())) {
            return;
        }
        try (DirectoryStream<Path> others = Files.newDirectoryStream(path.getParent(), "{" + NEW + "," + LOCKED + "}*")) {
            for (Path other : others) {
                removeLeftOver(other);
            }
        }
    }

    private void removeLeftOver(Path other) throws IOException {
        try {
            if (isLeftOver(other)) {
                delete(other);
            }
        } catch (FileSystemException busy) {
            // Stays for the next one.
        }
    }

    /** Returns the folder. */
    public Path path() {
        return path;
    }

    /**
     * Returns why the folder has no room for a file, as the rest of a sentence that begins with the file; empty if it has. The file
     * system must keep free 256 MiB, or a tenth of a small one: other processes use it, too.
     *
     * @param bytes the size of the file
     */
    public Optional<String> lacksRoom(long bytes) {
        long usable = path.toFile().getUsableSpace();
        long all = path.toFile().getTotalSpace();
        // 0 if the file system does not tell.
        return all == 0 || usable - bytes >= Math.min(SPARE, all / SMALL_PART) ? Optional.empty()
                : Optional.of("takes " + bytes / MEBIBYTE + " MiB in " + path.getParent() + ", where " + usable / MEBIBYTE + " MiB are free");
    }

    private boolean isLeftOver(Path other) throws IOException {
        if (OWN.contains(other) || !Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                || !Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path))) {
            return false;
        }
        if (other.getFileName().toString().startsWith(NEW)) {
            return Files.getLastModifiedTime(other).toInstant().isBefore(Instant.now().minus(OLD));
        }
        try (FileChannel its = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = its.tryLock()) {
            return free != null;
        } catch (NoSuchFileException half) {
            // Another process deletes it, or was killed doing so.
            return true;
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> contents = Files.newDirectoryStream(path)) {
                for (Path each : contents) {
                    delete(each);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    /** Deletes the folder with its contents. */
    @Override
    public void close() throws IOException {
        try {
            delete(path);
        } finally {
            lock.close();
            OWN.remove(path);
        }
    }
}
