package dev.slipstream.cli.diagnose.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes settings for the flight recorder to a file: a diagnostic command has room for a thousand characters only.
 */
final class SettingsFile {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private SettingsFile() {
    }

    /** Writes a new file, readable only by the current user. */
    static void write(Path file, Map<String, String> settings) throws IOException {
        Files.createFile(file, PRIVATE);
        Files.writeString(file, xml(settings));
    }

    /** Formats settings as XML. Keys are like {@code jdk.ExecutionSample#period}. */
    static String xml(Map<String, String> settings) {
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
