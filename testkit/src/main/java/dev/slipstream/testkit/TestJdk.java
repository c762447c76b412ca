package dev.slipstream.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * JDK to test on. The system property {@code slipstream.jdks} names a folder with JDKs in folders whose names begin with a digit.
 * Without the property, the only one is the JDK that runs the tests.
 *
 * @param feature the feature release
 * @param home the JDK's folder
 */
public record TestJdk(int feature, Path home) {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** Returns the JDKs to test on, oldest first. There is at least one. */
    public static List<TestJdk> all() {
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return List.of(current());
        }
        List<TestJdk> jdks = in(Path.of(folder));
        if (jdks.isEmpty()) {
            throw new IllegalStateException("slipstream.jdks=" + folder + " has no JDK, such as " + folder
                    + "/21/bin/java; ./slipstream test sets some up");
        }
        return jdks;
    }

    /** Returns the JDK that runs the tests. */
    public static TestJdk current() {
        return new TestJdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Returns the folder in which the tools keep what they have fetched, as they see it: Java's {@code user.home} ignores HOME. */
    public static Path cache() {
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        return Path.of(System.getenv().getOrDefault("XDG_CACHE_HOME", home + "/.cache"), "slipstream");
    }

    static List<TestJdk> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries
                    .filter(entry -> entry.getFileName().toString().matches("\\d.*"))
                    .filter(entry -> Files.isExecutable(entry.resolve("bin/java")))
                    .map(TestJdk::at)
                    .sorted(Comparator.comparingInt(TestJdk::feature).thenComparing(TestJdk::home))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder's name may differ from the feature release. */
    private static TestJdk at(Path home) {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            if (!version.find()) {
                throw new IllegalStateException(home.resolve("release") + " has no JAVA_VERSION");
            }
            return new TestJdk(Integer.parseInt(version.group(1)), home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean hasVirtualThreads() {
        return feature >= FIRST_WITH_VIRTUAL_THREADS;
    }

    /** Returns whether {@code slipstream bake} made this JDK. */
    public boolean isBaked() {
        Path release = home.resolve("release");
        try {
            return Files.exists(release) && Files.readString(release).contains("SLIPSTREAM=");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path java() {
        return home.resolve("bin/java");
    }

    /** Returns the JDK's own classes, below {@code /modules/<module>}. */
    public FileSystem image() throws IOException {
        return FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toRealPath().toString()));
    }

    /**
     * Returns the place of a class file of java.base.
     *
     * @param image a JDK's own classes
     * @param name the internal name of the class, which may not exist
     */
    public static Path classFile(FileSystem image, String name) {
        return image.getPath("/modules/java.base/" + name + ".class");
    }

    /** Returns a class file of java.base from the JDK's image. */
    public byte[] classFile(String name) throws IOException {
        try (FileSystem image = image()) {
            return Files.readAllBytes(classFile(image, name));
        }
    }

    @Override
    public String toString() {
        return "JDK " + feature + (isBaked() ? ", baked" : "");
    }
}
