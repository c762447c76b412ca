package dev.slipstream.cli.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Operations on whole folders. */
public final class Folders {
    private Folders() {}

    /** Passes over what another process has removed meanwhile. */
    private abstract static class Tolerant extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }

    /**
     * Finds the files of a folder and of the folders in it. Tolerates other processes that remove some of them at the same time.
     * Does not follow links to folders.
     *
     * @param base   the folder; if there is none, no file is found
     * @param wanted accepts the paths of the files to return
     * @return regular files, in no order
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> files(Path base, Predicate<Path> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(base, new Tolerant() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (wanted.test(file) && Files.isRegularFile(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /**
     * Removes a file, or a folder with its contents. Tolerates other processes that remove parts of it at the same time.
     *
     * @param path the file or folder, which need not exist
     * @throws IOException if a part cannot be removed; other parts may be gone by then
     */
    public static void delete(Path path) throws IOException {
        Files.walkFileTree(path, new Tolerant() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns the folder of an absolute path; the root is in itself. */
    public static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
