package dev.slipstream.results.jdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders that look like JDKs. */
final class FakeHome {
    private FakeHome() {}

    static Path at(Path home, String version, String... moreOfRelease) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\n");
        if (!java.toFile().setExecutable(true)) {
            throw new IOException(java + " cannot be made executable");
        }
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n"
                + String.join("\n", moreOfRelease));
        return home;
    }
}
