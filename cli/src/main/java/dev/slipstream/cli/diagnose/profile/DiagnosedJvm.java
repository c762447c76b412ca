package dev.slipstream.cli.diagnose.profile;

/**
 * A JVM under diagnosis, running or recorded.
 *
 * @param name the user's name for it: its main class, a file's name, a command
 * @param pid its process id; null if there is only a recording
 * @param feature the JDK's feature release; 0 if unknown
 * @param vm the JDK's full version, such as {@code 21.0.8+9-LTS}; empty if unknown
 * @param processors the number of processors that it may use; 0 if unknown
 */
public record DiagnosedJvm(String name, Long pid, int feature, String vm, int processors) {
}
