package dev.slipstream.diagnose;

import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.EventSettings;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings for the flight recorder. Keys are as in a {@code .jfc} file: {@code jdk.ExecutionSample#period} with the value {@code
 * 20 ms}, for example. A JDK ignores settings of events that it does not have, and settings that it does not know.
 */
public final class RecordingSettings {
    /** A release from which on each event is recorded. */
    private static final int NEWEST = Integer.MAX_VALUE;

    /** Each sample stops a thread briefly. With this period the sampler took 5 ms per second; with 10 ms it took 7 ms. */
    private static final String SAMPLES = "20 ms";

    /** The recorder's own default. The allocating thread waits while its stack is walked. */
    private static final String ALLOCATIONS = "150/s";

    private static final Map<String, String> SAMPLED = Map.of("period", SAMPLES, "stackTrace", "true");

    /** The events that no detector has for itself alone. */
    private static final List<EventSettings> SHARED = List.of(
            new EventSettings(DiagnosisContext.SAMPLE, SAMPLED),
            new EventSettings(DiagnosisContext.NATIVE, SAMPLED),
            new EventSettings(DiagnosisContext.ALLOCATION, Map.of("throttle", ALLOCATIONS, "stackTrace", "true")),
            new EventSettings(ThreadCpuUsage.EVENT, Map.of("period", "1 s")),
            new EventSettings(ThreadCpuUsage.START, Map.of("stackTrace", "false")),
            new EventSettings("jdk.CPULoad", Map.of("period", "1 s")),
            new EventSettings(RecordedSettings.SETTING, Map.of()));

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private RecordingSettings() {}

    /**
     * Returns the settings in force throughout a diagnosis.
     *
     * @param feature the JDK's feature release
     * @return the settings, as a new modifiable map
     */
    public static Map<String, String> steady(int feature) {
        Map<String, String> settings = new TreeMap<>();
        SHARED.forEach(each -> each.enable(settings));
        DiagnosedJvm.Builder.EVENTS.forEach(event -> new EventSettings(event, Map.of("period", "beginChunk")).enable(settings));
        Detectors.all().forEach(detector -> detector.steady(feature).forEach(each -> each.enable(settings)));
        return settings;
    }

    /**
     * Returns the settings of a JVM that records itself from its start. Its thread dumps show a hang; those of a running JVM are taken
     * from outside.
     *
     * @param feature the JDK's feature release
     * @return the settings, as a new modifiable map
     */
    public static Map<String, String> started(int feature) {
        Map<String, String> settings = steady(feature);
        new EventSettings(ThreadDump.EVENT, Map.of("period", "5 s")).enable(settings);
        return settings;
    }

    /**
     * Returns the settings in force for a tenth of a second at a time: each file transfer is an event, which slows it down, and
     * so is each new area of memory that a thread allocates from.
     *
     * @param feature the JDK's feature release
     * @return the settings, as a new modifiable map
     */
    public static Map<String, String> burst(int feature) {
        Map<String, String> settings = new TreeMap<>();
        Detectors.all().forEach(detector -> detector.burst(feature).forEach(each -> each.enable(settings)));
        return settings;
    }

    /** {@return the names of all events that a diagnosis uses: those that it records, and one that others may have recorded} */
    public static Set<String> events() {
        Set<String> events = new TreeSet<>(Set.of(DiagnosisContext.CPU_SAMPLE));
        for (Map<String, String> settings : List.of(started(NEWEST), burst(NEWEST))) {
            settings.keySet().forEach(key -> events.add(key.substring(0, key.indexOf('#'))));
        }
        return events;
    }

    /**
     * Writes settings to a new file, readable only by the current user: a diagnostic command has room for a thousand characters
     * only.
     *
     * @param file the file, which must not exist
     * @param settings the settings
     * @throws IOException if the file exists, or cannot be written
     */
    public static void write(Path file, Map<String, String> settings) throws IOException {
        Files.createFile(file, PRIVATE);
        Files.writeString(file, xml(settings));
    }

    /**
     * Formats settings as a {@code .jfc} file.
     *
     * @param settings the settings
     * @return the file's content, in XML
     */
    public static String xml(Map<String, String> settings) {
        SortedMap<String, SortedMap<String, String>> byEvent = new TreeMap<>();
        settings.forEach((key, value) -> {
            int hash = key.indexOf('#');
            byEvent.computeIfAbsent(key.substring(0, hash), event -> new TreeMap<>()).put(key.substring(hash + 1), value);
        });
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n");
        byEvent.forEach((event, values) -> {
            xml.append("  <event name=\"").append(event).append("\">\n");
            values.forEach((name, value) -> xml.append("    <setting name=\"").append(name).append("\">").append(escaped(value))
                    .append("</setting>\n"));
            xml.append("  </event>\n");
        });
        return xml.append("</configuration>\n").toString();
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
