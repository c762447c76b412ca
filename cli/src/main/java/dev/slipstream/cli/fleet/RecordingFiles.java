package dev.slipstream.cli.fleet;

import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The recordings that are named by a recording, a folder with recordings, or a glob. Links to folders are not followed. */
public final class RecordingFiles {
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[{]");
    private static final Pattern SPECIAL = Pattern.compile("[*?\\[\\]{}\\\\]");
    private static final char REPLACEMENT = '\ufffd';

    private final TreeSet<Path> files = new TreeSet<>();
    private final SortedMap<Path, String> refused = new TreeMap<>();

    private RecordingFiles() {}

    /**
     * Finds recordings.
     *
     * @param targets what the user has named
     * @throws IllegalArgumentException if one is no path or no glob, or does not exist; the message is for the user
     */
    public static RecordingFiles of(List<String> targets) {
        RecordingFiles found = new RecordingFiles();
        targets.forEach(found::add);
        return found;
    }

    private void add(String target) {
        Path path;
        try {
            path = Path.of(target);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(Failure.describe(e), e);
        }
        Matcher wildcard = WILDCARD.matcher(target);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isDirectory(path)) {
                walk(named(path), RecordingFiles::isRecording);
            } else {
                files.add(named(path));
            }
        } else if (wildcard.find()) {
            int end = target.lastIndexOf('/', wildcard.start()) + 1;
            Path base = named(Path.of(target.substring(0, end)));
            try {
                PathMatcher glob =
                        FileSystems.getDefault().getPathMatcher("glob:" + SPECIAL.matcher(base.toString()).replaceAll("\\\\$0")
                                + (base.getNameCount() == 0 ? "" : "/") + target.substring(end));
                walk(base, glob::matches);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(target + " is no glob: " + Failure.describe(e), e);
            }
        } else {
            throw new IllegalArgumentException(target + " does not exist");
        }
    }

    /** Returns an absolute path without detours. Links stay: rules for names see the path that the user named. */
    private static Path named(Path path) {
        Path absolute = path.toAbsolutePath();
        Path normal = absolute.normalize();
        try {
            return Files.isSameFile(absolute, normal) ? normal : absolute;
        } catch (IOException dangling) {
            return absolute;
        }
    }

    private static boolean isRecording(Path file) {
        return file.toString().endsWith(".jfr");
    }

    private void walk(Path folder, Predicate<Path> wanted) {
        try (DirectoryStream<Path> contents = Files.newDirectoryStream(folder)) {
            for (Path each : contents) {
                visit(each, wanted);
            }
        } catch (IOException e) {
            refuse(folder, e);
        } catch (DirectoryIteratorException e) {
            refuse(folder, e.getCause());
        }
    }

    private void visit(Path file, Predicate<Path> wanted) {
        try {
            boolean matches = wanted.test(file);
            if (Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isDirectory()) {
                walk(file, matches ? RecordingFiles::isRecording : wanted);
            } else if (matches) {
                files.add(file);
            }
        } catch (IOException e) {
            refuse(file, e);
        }
    }

    private void refuse(Path path, IOException why) {
        // It was removed meanwhile.
        if (!(why instanceof NoSuchFileException)) {
            refused.put(path, "it cannot be read: " + Failure.describe(why));
        }
    }

    /** Returns whether nothing was found, not even what cannot be read. */
    public boolean isEmpty() {
        return files.isEmpty() && refused.isEmpty();
    }

    /** Returns the files, in the order of their names. Some may be no recordings. */
    List<Path> files() {
        return List.copyOf(files);
    }

    /** Returns the folders, and the files of unknown kind, that could not be read, each with the reason. */
    Map<Path, String> refused() {
        return Map.copyOf(refused);
    }

    /** Returns the name of a file. In a locale such as C, {@link Path#toString} loses what is not ASCII; the URI has all bytes. */
    static String name(Path file) {
        URI uri = file.toUri();
        String name = uri.getPath().indexOf(REPLACEMENT) < 0 ? uri.getPath() : uri.getRawPath();
        // That of a folder ends with a slash.
        return name.length() > 1 && name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }
}
