package dev.slipstream.cli.bake;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Destination;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.diagnose.files.TemporaryFolder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the copy of a JDK: in a folder beside the final one, which gets its name when everything is done. */
public final class BakedJdk {
    static final String IMAGE = "lib/modules";
    static final String JMOD = "jmods/java.base.jmod";
    static final String RELEASE = "release";

    /** Files that the copy has in a form of its own: files, even where the JDK has links. */
    static final Set<String> CHANGED = Set.of(IMAGE, JMOD, RELEASE);
    private static final String CLASS_LIST = "lib/classlist";
    private static final String ARCHIVES = "lib/server/";
    private static final Pattern ARCHIVE = Pattern.compile(ARCHIVES + "classes((?:_[a-z]+)*)\\.jsa");

    /** Parts that decide which JDK runs, or whose content the copy changes. */
    private static final List<String> OWN = List.of("bin/java", "lib", "lib/server", "lib/server/libjvm.so", "jmods");

    /** Options by which a JVM uses the archive whose name has the word. */
    private static final Map<String, String> MODES =
            Map.of("nocoops", "-XX:-UseCompressedOops", "coh", "-XX:+UseCompactObjectHeaders",
                    "nocoh", "-XX:-UseCompactObjectHeaders", "preview", "--enable-preview");
    /** The beginning of the name of a folder with unfinished work, beside its result. */
    private static final String UNFINISHED = ".slipstream-bake-";
    private static final long LONGEST_MINUTES = 10;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path home;
    private final Path work;
    private final Path copy;
    private final boolean freezesLinks;
    private final Baking baking;
    private final String version;

    private BakedJdk(Path home, Path work, boolean freezesLinks, Baking baking, String version) {
        this.home = home;
        this.work = work;
        copy = work.resolve("jdk");
        this.freezesLinks = freezesLinks;
        this.baking = baking;
        this.version = version;
    }

    /**
     * Makes a baked JDK. After a failure or an interrupt nothing remains of it.
     *
     * @param home the JDK, with links resolved
     * @param output the folder to create; must not exist, or be empty
     * @param freezesLinks whether links that lead out of the JDK are replaced by what they lead to
     * @throws Failure if the folder cannot be used
     * @throws IOException if something cannot be read or written
     */
    public static void make(Path home, Path output, boolean freezesLinks, Baking baking, String version)
            throws Failure, IOException, InterruptedException {
        Path result = Destination.real(output);
        checkOutside(home, result);
        if (!freezesLinks) {
            checkWhole(home);
        }
        try (Destination destination = Destination.at(result);
                TemporaryFolder work = new TemporaryFolder(Folders.parent(destination.path()), UNFINISHED, new Reports())) {
            BakedJdk jdk = new BakedJdk(home, work.path(), freezesLinks, baking, version);
            jdk.make();
            Files.move(jdk.copy, result, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Says what becomes of folders with the work of bakes that were killed. */
    private static final class Reports implements TemporaryFolder.Listener {
        @Override
        public void isNotLocked(Path folder, IOException why) {
            System.err.println("slipstream: should this bake be killed, " + folder + " would stay: " + Failure.describe(why));
        }

        @Override
        public void deleted(Path folder) {
            System.err.println("Removed " + folder + ", which a bake that was killed had left.");
        }

        @Override
        public void stays(Path folder, IOException why) {
            System.err.println("slipstream: " + folder + " may be left of a bake that was killed, and stays: "
                    + Failure.describe(why));
        }
    }

    /** A folder can have several paths, by links and by mounts. */
    private static void checkOutside(Path home, Path result) throws Failure, IOException {
        Set<Object> inside = new HashSet<>();
        for (Tree.Entry each : Tree.of(home, none -> false).values()) {
            if (each.isFolder()) {
                inside.add(key(each.path()));
            }
        }
        for (Path each = result; each != null; each = each.getParent()) {
            if (Files.exists(each) && inside.contains(key(each))) {
                throw new Failure(ExitCodes.BAD_USAGE, result + " is inside the JDK to copy; name another folder");
            }
        }
    }

    private static Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Of links to these parts the copy would run, or change, the JDK that they lead to. */
    private static void checkWhole(Path home) throws Failure, IOException {
        for (String each : OWN) {
            Path part = home.resolve(each);
            if (Files.exists(part) && !part.toRealPath().startsWith(home)) {
                throw new Failure(ExitCodes.BAD_USAGE,
                        part + " leads to " + part.toRealPath() + ", which is outside of that JDK: "
                                + "bake the JDK there, or copy what links lead to with --freeze-links");
            }
        }
    }

    private void make() throws IOException, InterruptedException {
        System.err.println("Copying " + home + " ...");
        SortedMap<String, Tree.Entry> entries = Tree.of(home, link -> freezesLinks && Tree.leadsOut(home, link));
        copy(entries);
        System.err.println("Rewriting " + baking.rewritten().size() + " classes, adding " + baking.grafts().size() + " ...");
        write(IMAGE, baking::writeImage);
        if (entries.containsKey(JMOD)) {
            write(JMOD, to -> baking.writeJmod(home.resolve(JMOD), to));
        }
        write(RELEASE, to -> to.write(release(home, version, baking)));
        archive(archives(entries.keySet()));
    }

    /** Returns the content of the file {@code release} of the copy. */
    static byte[] release(Path home, String version, Baking baking) throws IOException {
        Path release = home.resolve(RELEASE);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(Files.exists(release) ? Files.readAllBytes(release) : new byte[0]);
        text.writeBytes(("SLIPSTREAM=\"" + version + " " + String.join(" ", baking.remedies()) + "\"\n")
                .getBytes(StandardCharsets.UTF_8));
        return text.toByteArray();
    }

    /** Tells whether the file is a class archive that the JVM uses unasked. */
    static boolean isArchive(String name) {
        return ARCHIVE.matcher(name).matches();
    }

    /**
     * Returns the class archives that the copy has: those of the JDK, or the default one.
     *
     * @param names the names of the JDK's files
     */
    static SortedSet<String> archives(Set<String> names) {
        TreeSet<String> archives = new TreeSet<>();
        names.stream().filter(BakedJdk::isArchive).forEach(archives::add);
        if (archives.isEmpty()) {
            archives.add(ARCHIVES + "classes.jsa");
        }
        return names.contains(CLASS_LIST) ? archives : new TreeSet<>();
    }

    /** The JDK's list stays as it is: its {@code jlink} compares the file's hash before it links from the image. */
    private void archive(Set<String> archives) throws IOException, InterruptedException {
        for (String archive : archives) {
            Path classes = work.resolve("classes.txt");
            List<String> lines = new ArrayList<>(Files.readAllLines(copy.resolve(CLASS_LIST)));
            lines.addAll(baking.grafts().keySet());
            Files.write(classes, lines);
            List<String> options = options(archive);
            System.err.println("Archiving classes" + (options.isEmpty() ? "" : " for " + String.join(" ", options)) + " ...");
            options.add("-XX:SharedClassListFile=" + classes);
            dump(options);
        }
    }

    /** Copies everything but what is made anew. */
    private void copy(SortedMap<String, Tree.Entry> entries) throws IOException, InterruptedException {
        int kept = 0;
        for (Map.Entry<String, Tree.Entry> each : entries.entrySet()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Tree.Entry from = each.getValue();
            Path to = copy.resolve(each.getKey());
            if (from.isFolder()) {
                Files.createDirectories(to);
                Files.setPosixFilePermissions(to, writable(from.path()));
            } else if (!CHANGED.contains(each.getKey()) && !isArchive(each.getKey())) {
                if (from.isLink()) {
                    Files.createSymbolicLink(to, Tree.target(home, from.path()));
                    kept += Tree.leadsOut(home, from.path()) ? 1 : 0;
                } else if (from.isFile()) {
                    copy(from.path(), to);
                } else {
                    throw new IOException(from.path() + " is " + from.kind());
                }
            }
        }
        if (kept > 0) {
            System.err.println("Kept " + kept + (kept == 1 ? " link that leads" : " links that lead") + " out of the JDK"
                    + (freezesLinks ? " and nowhere." : "; --freeze-links copies what they lead to."));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw named(to, e);
        }
    }

    /** Names the file that could not be written: of a full disk, the system's message names none. */
    private static IOException named(Path file, IOException e) {
        boolean isClear =
                e instanceof ClosedByInterruptException || (e instanceof FileSystemException other && other.getFile() != null);
        return isClear ? e : new IOException(file + ": " + e.getMessage(), e);
    }

    /** The copy is its user's, who must be able to write to its folders. */
    private static Set<PosixFilePermission> writable(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.of(PosixFilePermission.OWNER_WRITE);
        permissions.addAll(Files.getPosixFilePermissions(folder));
        return permissions;
    }

    /** Writes to a stream. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream to) throws IOException;
    }

    /** Makes a file with the rights of the JDK's. */
    private void write(String name, Content content) throws IOException {
        Path file = copy.resolve(name);
        try (OutputStream to =
                new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), BUFFER_BYTES)) {
            content.writeTo(to);
        } catch (IOException e) {
            throw named(file, e);
        }
        if (Files.exists(home.resolve(name))) {
            Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(home.resolve(name)));
        }
    }

    /**
     * Returns the options by which a JVM makes, and uses, a class archive.
     *
     * @throws IOException if its name has a word that is not known
     */
    static List<String> options(String archive) throws IOException {
        List<String> options = new ArrayList<>();
        Matcher words = ARCHIVE.matcher(archive);
        for (String word : words.matches() ? words.group(1).split("_") : new String[0]) {
            if (!word.isEmpty()) {
                String option = MODES.get(word);
                if (option == null) {
                    throw new IOException("the JDK has a class archive of an unknown kind: " + archive);
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
        Path output = work.resolve("dump.txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "SLIPSTREAM"));
        Process dump = builder.start();
        try {
            if (!dump.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException("the JDK did not end: " + String.join(" ", command));
            }
        } finally {
            // It writes to the folder that may be removed next.
            dump.destroyForcibly().onExit().join();
        }
        if (dump.exitValue() != 0) {
            throw new IOException("the JDK failed to archive its classes, with " + dump.exitValue() + ": "
                    + Files.readString(output).lines().findFirst().orElse("no message"));
        }
    }
}
