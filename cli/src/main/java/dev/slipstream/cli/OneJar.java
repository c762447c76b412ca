package dev.slipstream.cli;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Locates the one jar, which contains the command line and is the agent too. */
public final class OneJar {
    private static final String BUILD = "META-INF/slipstream/engine/build";

    private OneJar() {}

    public static Path path() throws Failure {
        String path = System.getProperty("slipstream.jar");
        if (path == null) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    "the path of slipstream.jar is unknown; run java -jar slipstream.jar, or ./slipstream");
        }
        return Path.of(path);
    }

    /**
     * Returns the path of the jar for JVMs that load it as their agent.
     *
     * @throws Failure if the path is unknown, or HotSpot would look for another one
     */
    static Path ofAgent() throws Failure {
        Path path = path();
        if (path.toString().contains("=")) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    "a JVM ends the path of an agent at '='; copy " + path + " to a path without it");
        }
        return path;
    }

    /** Returns the version and checksum of the agent in the jar. */
    static String build() throws Failure {
        try (ZipFile jar = new ZipFile(path().toFile())) {
            ZipEntry entry = jar.getEntry(BUILD);
            if (entry == null) {
                return "unknown";
            }
            try (InputStream in = jar.getInputStream(entry)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
            }
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, path() + " cannot be read: " + Failure.describe(e));
        }
    }
}
