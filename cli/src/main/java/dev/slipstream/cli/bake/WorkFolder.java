package dev.slipstream.cli.bake;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder for a bake's unfinished work, beside its result. Its maker holds a lock on a file in it for as long as it lives, so the next bake
 * there knows, and removes, what a killed one has left. Not thread-safe.
 */
final class WorkFolder implements AutoCloseable {
    private static final String PREFIX = ".slipstream-bake-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    private WorkFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes one, and removes those of the same user's bakes that were killed. */
    static WorkFolder in(Path parent) throws IOException {
        Path path = Files.createTempDirectory(parent, PREFIX);
        // The lock is held before the file has the name by which others look for it.
        Path unnamed = path.resolve(LOCK + ".new");
        FileChannel lock = FileChannel.open(unnamed, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try {
            lock.lock();
            Files.move(unnamed, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Without the lock's name the folder is left alone by others: some file systems have no locks.
            System.err.println("slipstream: should this bake be killed, " + path + " would stay: " + Failure.describe(e));
        }
        WorkFolder folder = new WorkFolder(path, lock);
        folder.removeOthers();
        return folder;
    }

    private void removeOthers() throws IOException {
        List<Path> others = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path.getParent(), PREFIX + "*")) {
            all.forEach(others::add);
        }
        for (Path each : others) {
            try {
                if (!each.equals(path) && isOurs(each) && removeIfDead(each)) {
                    System.err.println("Removed " + each + ", which a bake that was killed had left.");
                }
            } catch (NoSuchFileException removedMeanwhile) {
                continue;
            } catch (IOException e) {
                System.err.println("slipstream: " + each + " may be left of a bake that was killed, and stays: " + Failure.describe(e));
            }
        }
    }

    /** Tells whether the folder is this user's alone, as those are that bakes make: of another one, the lock would say nothing. */
    private boolean isOurs(Path other) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(other, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.isDirectory() && attributes.owner().equals(Files.getOwner(path))
                && attributes.permissions().equals(PosixFilePermissions.fromString("rwx------"));
    }

    private static boolean removeIfDead(Path other) throws IOException {
        try (FileChannel theirs = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (theirs.tryLock() == null) {
                return false;
            }
            remove(other);
            return true;
        } catch (OverlappingFileLockException thisProcess) {
            return false;
        }
    }

    /** Removes the lock last: what is half removed can be found again. */
    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, each -> !each.endsWith(LOCK))) {
            for (Path each : all) {
                Folders.delete(each);
            }
        }
        Folders.delete(folder);
    }

    Path path() {
        return path;
    }

    /** Removes the folder. */
    @Override
    public void close() throws IOException {
        // An interrupt would end the removal.
        boolean interrupted = Thread.interrupted();
        try (lock) {
            remove(path);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
