package dev.slipstream.cli.diagnose;

/**
 * A JVM that was looked at, itself or in a recording of it.
 *
 * @param name how the user knows it: its main class, a file's name, a command
 * @param pid its process; null where only a recording is there
 * @param feature the JDK's feature release; 0 if that is unknown
 * @param vm the JDK's full version, such as {@code 21.0.8+9-LTS}; empty if that is unknown
 * @param processors how many it may use; 0 if that is unknown
 */
public record Subject(String name, Long pid, int feature, String vm, int processors) {
}
