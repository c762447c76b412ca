package dev.slipstream.cli;

import java.nio.file.Path;

/** Where the one jar is, which is the agent too. */
final class OneJar {
    private OneJar() {
    }

    static Path path() throws Failure {
        String path = System.getProperty("slipstream.jar");
        if (path == null) {
            throw new Failure(ExitCodes.BAD_USAGE, "run this as java -jar slipstream.jar, or through ./slipstream");
        }
        return Path.of(path);
    }
}
