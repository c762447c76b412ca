package dev.slipstream.examples.common;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * JDK of an example.
 *
 * @param home the folder of the JDK
 */
public record ExampleJdk(Path home) {
    /** Returns the JDK that runs this code. */
    public static ExampleJdk here() {
        return new ExampleJdk(Path.of(System.getProperty("java.home")));
    }

    /** Returns the path of the command {@code java}. */
    public Path java() {
        return home.resolve("bin").resolve("java" + (File.separatorChar == '\\' ? ".exe" : ""));
    }

    /** Returns the version in the file {@code release}. */
    public String version() throws IOException {
        try (var lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll(".*=|\"", ""))
                    .findFirst().orElse("?");
        }
    }
}
