package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The release of the JDK that a JVM runs on. */
public final class Release {
    private static final int OLDEST = 17;

    /** The feature release in a version such as 21.0.8 or 1.8.0_504. */
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4})(?!\\d)");

    private Release() {}

    /**
     * Returns the feature release.
     *
     * @param pid the JVM's process id
     * @param properties its system properties
     * @param what the subject of the refusal, such as {@code a diagnosis}
     * @throws Failure if the release is too old, or unknown
     */
    public static int of(long pid, Properties properties, String what) throws Failure {
        String version = properties.getProperty("java.specification.version", "");
        if (!version.matches("\\d{1,4}") || Integer.parseInt(version) < OLDEST) {
            throw new Failure(ExitCodes.NOTHING_DONE, tooOld(pid, properties.getProperty("java.version", "unknown"), what));
        }
        return Integer.parseInt(version);
    }

    private static String tooOld(long pid, String version, String what) {
        return "process " + pid + " runs on JDK " + version + "; " + what + " requires JDK " + OLDEST + " or newer";
    }

    /**
     * Returns why a JVM is too old for Slipstream.
     *
     * @param pid the JVM's process id
     * @param version its property {@code java.version}; empty if unknown
     * @return the reason; empty if it is new enough, or its version is unknown
     */
    static Optional<String> refusal(long pid, String version) {
        Matcher feature = FEATURE.matcher(version);
        return feature.lookingAt() && Integer.parseInt(feature.group(1)) < OLDEST
                ? Optional.of(tooOld(pid, version, "Slipstream"))
                : Optional.empty();
    }
}
