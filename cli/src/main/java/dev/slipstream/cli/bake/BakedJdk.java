package dev.slipstream.cli.bake;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes the copy of a JDK: in a folder beside the final one, which gets its name when everything is done. */
public final class BakedJdk {
    static final String IMAGE = "lib/modules";
    static final String JMOD = "jmods/java.base.jmod";
    static final String RELEASE = "release";
    private static final String CLASS_LIST = "lib/classlist";
    private static final Pattern ARCHIVE = Pattern.compile("classes((?:_[a-z]+)*)\\.jsa");

    /** Options by which a JVM uses the archive whose name has the word. */
    private static final Map<String, String> MODES = Map.of("nocoops", "-XX:-UseCompressedOops", "coh", "-XX:+UseCompactObjectHeaders",
            "nocoh", "-XX:-UseCompactObjectHeaders", "preview", "--enable-preview");
    private static final long LONGEST_MINUTES = 10;

    private final Path home;
    private final Path copy;
    private final Baking baking;
    private final String version;

    private BakedJdk(Path home, Path copy, Baking baking, String version) {
        this.home = home;
        this.copy = copy;
        this.baking = baking;
        this.version = version;
    }

    /**
     * Makes a baked JDK. After a failure or an interrupt nothing remains of it.
     *
     * @param output the folder to create; must not exist, or be empty
     * @throws Failure if the folder cannot be used
     * @throws IOException if something cannot be read or written
     */
    public static void make(Path home, Path output, Baking baking, String version) throws Failure, IOException, InterruptedException {
        if (output.startsWith(home)) {
            throw new Failure(ExitCodes.BAD_USAGE, output + " is inside the JDK to copy; name another folder");
        }
        if (Files.exists(output, LinkOption.NOFOLLOW_LINKS) && !isEmpty(output)) {
            throw new Failure(ExitCodes.BAD_USAGE, output + " exists; remove it, or name another folder");
        }
        Files.createDirectories(output.getParent());
        Path copy = Files.createTempDirectory(output.getParent(), "." + output.getFileName() + ".");
        try {
            new BakedJdk(home, copy, baking, version).make();
            Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(home));
            Files.deleteIfExists(output);
            move(copy, output);
        } finally {
            if (Files.exists(copy)) {
                // An interrupt would end the removal.
                boolean interrupted = Thread.interrupted();
                Folders.delete(copy);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
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

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to);
        }
    }

    private void make() throws IOException, InterruptedException {
        System.err.println("Copying " + home + " ...");
        Set<String> archives = copyFiles();
        System.err.println("Rewriting " + baking.rewritten().size() + " classes, adding " + baking.grafts().size() + " ...");
        baking.writeImage(copy.resolve(IMAGE));
        permitLike(IMAGE);
        if (Files.exists(home.resolve(JMOD))) {
            baking.writeJmod(home.resolve(JMOD), copy.resolve(JMOD));
            permitLike(JMOD);
        }
        append(RELEASE, release(version, baking));
        if (Files.exists(copy.resolve(CLASS_LIST))) {
            if (archives.isEmpty()) {
                archives.add("");
            }
            archive(archives);
        }
    }

    static String release(String version, Baking baking) {
        return "SLIPSTREAM=\"" + version + " " + String.join(" ", baking.remedies()) + "\"\n";
    }

    /** The JDK's list stays as it is: its {@code jlink} compares the file's hash before it links from the image. */
    private void archive(Set<String> archives) throws IOException, InterruptedException {
        Path classes = Files.createTempFile("slipstream-classes", ".txt");
        try {
            Files.copy(copy.resolve(CLASS_LIST), classes, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(classes, writable(classes));
            Files.write(classes, baking.grafts().keySet(), StandardOpenOption.APPEND);
            for (String archive : archives) {
                List<String> options = options(archive);
                System.err.println("Archiving classes" + (archive.isEmpty() ? "" : " for " + String.join(" ", options)) + " ...");
                options.add("-XX:SharedClassListFile=" + classes);
                dump(options);
            }
        } finally {
            Files.delete(classes);
        }
    }

    /** Copies everything but what is made anew, and returns the modes for which the JDK has class archives. */
    private Set<String> copyFiles() throws IOException, InterruptedException {
        Set<String> archives = new TreeSet<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(home)) {
            files = all.toList();
        }
        for (Path from : files) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while copying");
            }
            String name = home.relativize(from).toString();
            Path to = copy.resolve(name);
            Matcher archive = ARCHIVE.matcher(from.getFileName().toString());
            if (archive.matches() && name.startsWith("lib/")) {
                archives.add(archive.group(1));
            } else if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(to);
                Files.setPosixFilePermissions(to, writable(from));
            } else if (!name.equals(IMAGE) && !name.equals(JMOD)) {
                copy(from, to);
            }
        }
        return archives;
    }

    /** The copy is its user's, who must be able to write to its folders. */
    private static Set<PosixFilePermission> writable(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.of(PosixFilePermission.OWNER_WRITE);
        permissions.addAll(Files.getPosixFilePermissions(folder));
        return permissions;
    }

    /** Copies a file. A link that leads out of the JDK is replaced by what it leads to, and kept if that does not exist. */
    private void copy(Path from, Path to) throws IOException {
        if (!Files.isSymbolicLink(from) || leadsInside(from) || !Files.exists(from)) {
            Files.copy(from, to, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
        } else if (Files.isDirectory(from)) {
            try (Stream<Path> all = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
                for (Path each : all.toList()) {
                    Path target = to.resolve(from.relativize(each).toString());
                    if (Files.isDirectory(each)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(each, target, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                }
            }
        } else {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private boolean leadsInside(Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        return !target.isAbsolute() && link.getParent().resolve(target).normalize().startsWith(home);
    }

    private void permitLike(String name) throws IOException {
        Files.setPosixFilePermissions(copy.resolve(name), Files.getPosixFilePermissions(home.resolve(name)));
    }

    private void append(String name, String text) throws IOException {
        Path file = copy.resolve(name);
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        Files.setPosixFilePermissions(file, writable(file));
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        Files.setPosixFilePermissions(file, permissions);
    }

    private static List<String> options(String archive) throws IOException {
        List<String> options = new ArrayList<>();
        for (String word : archive.substring(archive.isEmpty() ? 0 : 1).split("_")) {
            if (!word.isEmpty()) {
                String option = MODES.get(word);
                if (option == null) {
                    throw new IOException("the JDK has a class archive of an unknown kind: classes" + archive + ".jsa");
                }
                options.add(option);
            }
        }
        return options;
    }

    private void dump(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(copy.resolve("bin/java").toString(), "-Xshare:dump", "-Xlog:disable",
                "-Xlog:all=error:stderr"));
        command.addAll(options);
        Path output = Files.createTempFile("slipstream-dump", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SLIPSTREAM"));
            Process dump = builder.start();
            try {
                if (!dump.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                    throw new InterruptedIOException("the JDK did not end: " + String.join(" ", command));
                }
            } finally {
                dump.destroyForcibly();
            }
            if (dump.exitValue() != 0) {
                throw new IOException("the JDK failed to archive its classes, with " + dump.exitValue() + ": "
                        + Files.readString(output).lines().findFirst().orElse("no message"));
            }
        } finally {
            Files.delete(output);
        }
    }
}
