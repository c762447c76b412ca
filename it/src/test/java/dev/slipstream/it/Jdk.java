package dev.slipstream.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * JDK to test on. The system property {@code slipstream.jdks} names a folder with JDKs in folders {@code <feature>}. Without the
 * property, the only one is the JDK that runs the tests.
 */
record Jdk(int feature, Path home) {

    static List<Jdk> all() {
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return List.of(new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home"))));
        }
        List<Jdk> jdks = in(Path.of(folder));
        if (jdks.isEmpty()) {
            throw new IllegalStateException("slipstream.jdks=" + folder + " has no JDK, such as " + folder
                    + "/21/bin/java; ./slipstream test sets some up");
        }
        return jdks;
    }

    private static List<Jdk> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries
                    .filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .filter(entry -> Files.isExecutable(entry.resolve("bin/java")))
                    .map(entry -> new Jdk(Integer.parseInt(entry.getFileName().toString()), entry))
                    .sorted((a, b) -> a.feature - b.feature)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean hasVirtualThreads() {
        return feature >= 21;
    }

    /** Returns the state that the remedy arenas reports when it is on. */
    String arenas() {
        return feature >= 21 ? "active" : "unneeded (this JDK has no shared arenas)";
    }

    Path java() {
        return home.resolve("bin/java");
    }

    /** Returns the JDK's own classes, below {@code /modules/<module>}. */
    FileSystem image() throws IOException {
        return FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toRealPath().toString()));
    }

    /** Returns a class file of java.base from the JDK's image. */
    byte[] classFile(String internalName) throws IOException {
        try (FileSystem image = image()) {
            return Files.readAllBytes(image.getPath("/modules/java.base/" + internalName + ".class"));
        }
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
