package dev.slipstream.cli.process;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The performance data of a JVM, a file that HotSpot maps unless {@code -XX:-UsePerfData} is set: its texts, by name. The format is
 * version 2, that of all JDKs to 28.
 */
final class PerformanceData {
    /** Maximum size of the file that is read; HotSpot's default size is 32 KiB. */
    private static final int MOST = 1 << 20;

    /** Maximum length of a text; HotSpot cuts longer ones. */
    static final int LONGEST = 1024;

    private static final int MAGIC = 0xcafec0c0;
    private static final byte LITTLE_ENDIAN = 1;
    private static final byte VERSION = 2;

    /** Position of the fields of the prologue: byte order, version, position of the first entry, number of entries. */
    private static final int ORDER = 4;
    private static final int MAJOR = 5;
    private static final int FIRST = 24;
    private static final int NUMBER = 28;

    /** Position of the fields of an entry: position of the name, length of an array, type, position of the data. */
    private static final int NAME = 4;
    private static final int LENGTH = 8;
    private static final int TYPE = 12;
    private static final int DATA = 16;

    private static final Pattern FILE = Pattern.compile("(?m) (/.*/hsperfdata_[^/\\n]+)/(\\d+)$");

    private PerformanceData() {}

    /**
     * Returns the texts of a process.
     *
     * @param process the process
     * @param maps its mapped files, as {@code /proc} lists them
     * @return the texts; empty if there is no such file, or it cannot be read
     */
    static Map<String, String> of(JvmProcess process, String maps) {
        String own = Long.toString(process.ownPid());
        // A tool such as jstat has mapped those of other JVMs, too.
        Optional<String> found =
                FILE.matcher(maps).results().filter(file -> file.group(2).equals(own)).map(file -> file.group(1)).findFirst();
        if (found.isEmpty()) {
            return Map.of();
        }
        try (ProcessFolder folder = ProcessFolder.open(process, found.get())) {
            return texts(folder.bytes(own, MOST));
        } catch (IOException unreadable) {
            return Map.of();
        }
    }

    /** Parses the file; returns the texts before the first entry that is malformed, or not yet complete. */
    static Map<String, String> texts(byte[] file) {
        Map<String, String> texts = new HashMap<>();
        try {
            ByteBuffer data = ByteBuffer.wrap(file);
            if (data.getInt(0) != MAGIC || data.get(MAJOR) != VERSION) {
                return Map.of();
            }
            data.order(data.get(ORDER) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            int at = data.getInt(FIRST);
            for (int i = Math.min(data.getInt(NUMBER), file.length); i > 0; i--) {
                int length = data.getInt(at + LENGTH);
                if (length > 0 && data.get(at + TYPE) == 'B') {
                    texts.put(text(file, at + data.getInt(at + NAME), file.length),
                            text(file, at + data.getInt(at + DATA), length));
                }
                int size = data.getInt(at);
                if (size <= 0) {
                    return texts;
                }
                at += size;
            }
            return texts;
        } catch (IndexOutOfBoundsException | BufferUnderflowException incomplete) {
            return texts;
        }
    }

    /** Returns a text that ends at a zero byte or after a number of bytes. */
    private static String text(byte[] file, int from, int most) {
        Objects.checkIndex(from, file.length);
        int end = from;
        while (end < file.length && end - from < most && file[end] != 0) {
            end++;
        }
        return new String(file, from, end - from, StandardCharsets.UTF_8);
    }
}
