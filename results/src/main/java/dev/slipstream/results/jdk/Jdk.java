package dev.slipstream.results.jdk;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * JDK, or Java run-time image, on this machine.
 *
 * @param home its folder, with symbolic links resolved
 * @param feature its feature release, such as 21
 * @param version its full version, such as {@code 21.0.8}
 * @param build its version with the build, such as {@code 21.0.8+9-LTS}, followed by {@code (fastdebug)} or {@code (slowdebug)} if
 *     the {@code release} file names such a level; empty if unknown
 * @param vendor its vendor, empty if unknown
 */
public record Jdk(Path home, int feature, String version, String build, String vendor) {
    private static final List<String> DEBUG_LEVELS = List.of("fastdebug", "slowdebug");

    /**
     * Creates a JDK of unknown build.
     *
     * @param home its folder, with symbolic links resolved
     * @param feature its feature release
     * @param version its full version
     * @param vendor its vendor, empty if unknown
     */
    public Jdk(Path home, int feature, String version, String vendor) {
        this(home, feature, version, "", vendor);
    }

    /**
     * Reads a JDK's {@code release} file. Runs nothing.
     *
     * @param home the folder that holds {@code bin/java}
     * @return the JDK
     * @throws NoJdkException if there is no JDK there
     */
    public static Jdk at(Path home) throws NoJdkException {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new NoJdkException(home + " is no JDK: it has no bin/java that can be run");
        }
        return named(home);
    }

    /**
     * Reads a JDK's {@code release} file, whether or not the JDK can be run.
     *
     * @param home the folder
     * @return the JDK
     * @throws NoJdkException if the file names none
     */
    public static Jdk named(Path home) throws NoJdkException {
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(home.resolve("release"))) {
            release.load(file);
            String version = unquoted(release, "JAVA_VERSION");
            return new Jdk(home.toRealPath(), feature(version), version, build(release), unquoted(release, "IMPLEMENTOR"));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new NoJdkException(home + " is no JDK of a known kind: its file 'release' names no version");
        }
    }

    /** Searches all values for the debug level, since it has no standard key. */
    private static String build(Properties release) {
        String version = unquoted(release, "JAVA_RUNTIME_VERSION");
        String build = version.isEmpty() ? unquoted(release, "IMPLEMENTOR_VERSION") : version;
        return DEBUG_LEVELS.stream()
                .filter(level -> !build.contains(level))
                .filter(level -> release.values().stream().anyMatch(value -> value.toString().contains(level)))
                .findFirst()
                .map(level -> (build + " (" + level + ")").trim())
                .orElse(build);
    }

    private static String unquoted(Properties release, String key) {
        return release.getProperty(key, "").replace("\"", "").trim();
    }

    /** JDK 8 and older have versions that begin with 1, such as 1.8. */
    private static int feature(String version) {
        String[] numbers = version.split("[^0-9]", 3);
        int first = Integer.parseInt(numbers[0]);
        return first == 1 && numbers.length > 1 ? Integer.parseInt(numbers[1]) : first;
    }

    /**
     * Returns its launcher.
     *
     * @return the absolute path
     */
    public Path java() {
        return home.resolve("bin/java");
    }

    /** Signals that a path is not a JDK's home; the message says why. */
    public static final class NoJdkException extends Exception {

        /**
         * Creates an exception.
         *
         * @param message the reason, a sentence for the user
         */
        public NoJdkException(String message) {
            super(message);
        }
    }
}
