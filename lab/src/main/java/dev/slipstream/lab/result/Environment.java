package dev.slipstream.lab.result;

import dev.slipstream.lab.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a proof was run.
 *
 * @param cpu the processor's name
 * @param cores how many processors the operating system gives us
 * @param kernel the operating system and its release
 * @param jdks the JDKs that were measured
 */
public record Environment(String cpu, int cores, String kernel, List<Java> jdks) {

    /**
     * A JDK that was measured.
     *
     * @param feature its feature release
     * @param version its whole version
     * @param vendor who built it
     * @param home where it is
     */
    public record Java(int feature, String version, String vendor, String home) {
        private static Java of(Jdk jdk) {
            return new Java(jdk.feature(), jdk.version(), jdk.vendor(), jdk.home().toString());
        }
    }

    /**
     * Looks around.
     *
     * @param jdks the JDKs to be measured
     * @return this machine
     */
    public static Environment here(Collection<Jdk> jdks) {
        return new Environment(
                cpuName(Path.of("/proc/cpuinfo")),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                jdks.stream().map(Java::of).toList());
    }

    /** The kernel's own words, or the architecture where it has none. */
    private static String cpuName(Path cpuinfo) {
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }
}
