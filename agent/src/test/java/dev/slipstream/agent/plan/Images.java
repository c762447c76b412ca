package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.JdkClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The classes of the JDKs in the folder {@code slipstream.jdks}, or of this one, for plans to be tried on. */
public final class Images {
    private Images() {
    }

    public static Stream<Path> jdks() throws IOException {
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return Stream.of(Path.of(System.getProperty("java.home")));
        }
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            return entries.filter(entry -> Files.isExecutable(entry.resolve("bin/java"))).toList().stream();
        }
    }

    public static FileSystem image(Path jdk) throws IOException {
        return FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", jdk.toRealPath().toString()));
    }

    public static boolean has(FileSystem image, String name) {
        return Files.exists(file(image, name));
    }

    public static byte[] read(FileSystem image, String name) throws IOException {
        return Files.readAllBytes(file(image, name));
    }

    /** A JDK that lacks the class of some name. */
    public static JdkClasses jdk(FileSystem image, String without) {
        return new JdkClasses(name -> {
            try {
                return name.equals(without) || !has(image, name) ? null : read(image, name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The plan for a JDK that lacks the class of some name. */
    public static Plan plan(Retrofit retrofit, FileSystem image, String without, String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return retrofit.plan(jdk(image, without), new Settings(retrofit.remedy().name(), values));
    }

    private static Path file(FileSystem image, String name) {
        return image.getPath("/modules/java.base/" + name + ".class");
    }
}
