package dev.slipstream.it.common;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Baked copies of the JDKs under test, with all remedies that can be baked. Each is made once per test run. */
public final class BakedJdks {
    private static final Path FOLDER = folder();
    private static final Map<Path, TestJdk> MADE = new ConcurrentHashMap<>();

    private BakedJdks() {}

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("slipstream-baked");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of the remedies that are baked. */
    public static String remedies(TestJdk jdk) {
        return String.join(" ", Programs.remedies(jdk, retrofit -> !retrofit.rewritesLater()));
    }

    /** Returns the copy of a JDK. */
    public static TestJdk of(TestJdk jdk) {
        try {
            return MADE.computeIfAbsent(jdk.home().toRealPath(), real -> make(jdk));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TestJdk make(TestJdk jdk) {
        Path output = FOLDER.resolve(Integer.toString(jdk.feature()));
        try {
            Ended ended = Tool.run("bake", "--jdk", jdk.home().toString(), "--output", output.toString(),
                    "--remedies", remedies(jdk).replace(' ', ','));
            if (ended.exitCode() != 0) {
                throw new AssertionError(ended.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return new TestJdk(jdk.feature(), output);
    }
}
