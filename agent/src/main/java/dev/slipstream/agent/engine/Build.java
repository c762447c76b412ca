package dev.slipstream.agent.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Identity of this build of the agent. The first build loaded into a JVM answers all requests until the JVM ends. */
final class Build {
    private static final String RESOURCE = "build";

    private Build() {
    }

    /** Returns version and checksum, as written by the build of the jar, or a fixed text if there is no jar. */
    static String name() {
        try (InputStream in = Build.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            return in == null ? "unpacked" : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
