package dev.slipstream.lab.jdk;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * A JDK, or a Java run-time image, on this machine.
 *
 * @param home its folder, with symbolic links resolved
 * @param feature its feature release, such as 21
 * @param version its whole version, such as {@code 21.0.8}
 * @param build its version with the build, such as {@code 21.0.8+9-LTS}, with {@code (fastdebug)} or {@code (slowdebug)} behind
 *     it where the {@code release} file says so; empty if it does not say
 * @param vendor who built it, empty if it does not say
 */
public record Jdk(Path home, int feature, String version, String build, String vendor) {
    private static final List<String> DEBUG_LEVELS = List.of("fastdebug", "slowdebug");

    /**
     * A JDK that does not name its build.
     *
     * @param home its folder, with symbolic links resolved
     * @param feature its feature release
     * @param version its whole version
     * @param vendor who built it, empty if it does not say
     */
    public Jdk(Path home, int feature, String version, String vendor) {
        this(home, feature, version, "", vendor);
    }

    /**
     * Reads a JDK's {@code release} file. Nothing is run.
     *
     * @param home the folder that holds {@code bin/java}
     * @return the JDK
     * @throws NoJdkException if there is no JDK there
     */
    public static Jdk at(Path home) throws NoJdkException {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new NoJdkException(home + " is no JDK: it has no bin/java that can be run");
        }
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(home.resolve("release"))) {
            release.load(file);
            String version = unquoted(release, "JAVA_VERSION");
            return new Jdk(home.toRealPath(), feature(version), version, build(release), unquoted(release, "IMPLEMENTOR"));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new NoJdkException(home + " is no JDK of a known kind: its file 'release' names no version");
        }
    }

    /** No key of the file is agreed on for the debug level. */
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

    /** JDK 8 and older call themselves 1.8, and so on. */
    private static int feature(String version) {
        String[] numbers = version.split("[^0-9]", 3);
        int first = Integer.parseInt(numbers[0]);
        return first == 1 && numbers.length > 1 ? Integer.parseInt(numbers[1]) : first;
    }

    /**
     * The program that starts it.
     *
     * @return an absolute path
     */
    public Path java() {
        return home.resolve("bin/java");
    }
}
