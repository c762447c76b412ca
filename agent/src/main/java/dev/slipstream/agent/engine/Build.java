package dev.slipstream.agent.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Which build of the agent this is: the first that came into this JVM answers all requests until the JVM ends. */
final class Build {
    private static final String RESOURCE = "build";

    private Build() {
    }

    /** Version and checksum, as the build of the jar wrote them; a text of its own where there is no jar. */
    static String name() {
        try (InputStream in = Build.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            return in == null ? "unpacked" : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
