package dev.slipstream.examples.common;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A JDK.
 *
 * @param home its folder
 */
public record Jdk(Path home) {
    /** The one that runs this. */
    public static Jdk here() {
        return new Jdk(Path.of(System.getProperty("java.home")));
    }

    /** Its command {@code java}. */
    public Path java() {
        return home.resolve("bin").resolve("java" + (File.separatorChar == '\\' ? ".exe" : ""));
    }

    /** Its version, as it says in its file {@code release}. */
    public String version() throws IOException {
        try (var lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll(".*=|\"", ""))
                    .findFirst().orElse("?");
        }
    }
}
