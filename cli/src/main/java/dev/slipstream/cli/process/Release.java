package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.util.Properties;

/** The release of the JDK that a JVM runs on. */
public final class Release {
    private static final int OLDEST = 17;

    private Release() {
    }

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
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " runs on JDK "
                    + properties.getProperty("java.version", "unknown") + "; " + what + " requires JDK " + OLDEST + " or newer");
        }
        return Integer.parseInt(version);
    }
}
