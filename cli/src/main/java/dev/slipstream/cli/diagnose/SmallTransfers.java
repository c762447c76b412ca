package dev.slipstream.cli.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Places in an application that read or write files in small pieces, each of which is a system call, as a flight recording shows
 * them. What goes through a buffer is recorded as the large pieces that the buffer makes of it, and so is not among them.
 *
 * <p>A recording that is not told otherwise has only what takes 20 ms or more, from JDK 25 on 1 ms, and then a hundred in a
 * second at most: nothing of that kind. See {@link #SETTINGS}. With those each transfer is an event with a stack trace, so a
 * recording of some seconds is enough, and slows down what it records.
 *
 * @param sites those with the most transfers first
 * @param caveats why the recording may not show all, a sentence each; empty if it does
 */
public record SmallTransfers(List<Site> sites, List<String> caveats) {
    /**
     * What a recording needs, as {@code jcmd PID JFR.start} takes it on JDK 17 and later; the throttle is there from JDK 25 on,
     * and earlier releases warn of it.
     */
    public static final List<String> SETTINGS = List.of("jdk.FileRead#enabled=true", "jdk.FileRead#threshold=0ns",
            "jdk.FileRead#stackTrace=true", "jdk.FileRead#throttle=off", "jdk.FileWrite#enabled=true",
            "jdk.FileWrite#threshold=0ns", "jdk.FileWrite#stackTrace=true", "jdk.FileWrite#throttle=off");

    /** From here on, a buffer makes less than half of a difference. */
    private static final int SMALL = 1_024;

    /** So few that they cost microseconds, in all. */
    private static final int FEW = 100;

    /** So few for each file that the files may be small, rather than the pieces. */
    private static final int FEW_PER_FILE = 10;

    /** Where the JDK reads classes and jars, on behalf of whoever needs a class first. */
    private static final List<String> OWN_BUSINESS = List.of("jdk.internal.loader.", "jdk.internal.jimage.",
            "java.lang.ClassLoader", "java.util.zip.ZipFile", "java.util.jar.");

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Copies. */
    public SmallTransfers {
        sites = List.copyOf(sites);
        caveats = List.copyOf(caveats);
    }

    /**
     * A line of the application that makes small transfers.
     *
     * @param method with its class, such as {@code org.example.Parser.next}
     * @param line in its source; -1 if that is unknown
     * @param reads whether it reads; else it writes
     * @param count how many small transfers
     * @param bytes that they have transferred
     * @param files how many files they were to
     * @param time that they have taken
     * @param sizes for a power of two, how many were of as many bytes, or fewer, but more than half of that
     */
    public record Site(String method, int line, boolean reads, long count, long bytes, int files, Duration time,
            SortedMap<Integer, Long> sizes) {
        /** Copies. */
        public Site {
            sizes = new TreeMap<>(sizes);
        }
    }

    private record Key(String method, int line, boolean reads) {
    }

    private static final class Tally {
        private long count;
        private long bytes;
        private long nanos;
        private final Set<String> files = new HashSet<>();
        private final SortedMap<Integer, Long> sizes = new TreeMap<>();

        void add(long size, String file, Duration duration) {
            count++;
            bytes += size;
            nanos += duration.toNanos();
            files.add(file);
            sizes.merge(powerOfTwo((int) size), 1L, Long::sum);
        }

        private static int powerOfTwo(int size) {
            return size == 1 ? 1 : Integer.highestOneBit(size - 1) * 2;
        }

        boolean matters() {
            return count >= FEW && count >= (long) FEW_PER_FILE * files.size();
        }

        Site site(Key key) {
            return new Site(key.method, key.line, key.reads, count, bytes, files.size(), Duration.ofNanos(nanos), sizes);
        }
    }

    /**
     * Reads a recording, event by event.
     *
     * @param recording a file of the flight recorder, of JDK 17 or later
     * @return what was found
     * @throws IOException if it cannot be read, or is no recording
     */
    public static SmallTransfers of(Path recording) throws IOException {
        Map<Key, Tally> tallies = new HashMap<>();
        RecordedSettings settings;
        try (RecordingFile file = new RecordingFile(recording)) {
            settings = new RecordedSettings(file.readEventTypes());
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                    case RecordedSettings.READ -> add(event, event.getLong("bytesRead"), true, tallies);
                    case RecordedSettings.WRITE -> add(event, event.getLong("bytesWritten"), false, tallies);
                    case RecordedSettings.SETTING -> settings.add(event);
                    default -> { }
                }
            }
        }
        List<Site> sites = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            if (tally.matters()) {
                sites.add(tally.site(key));
            }
        });
        sites.sort(Comparator.comparingLong(Site::count).reversed().thenComparing(Site::method).thenComparing(Site::line));
        return new SmallTransfers(sites, settings.caveats());
    }

    private static void add(RecordedEvent event, long size, boolean reads, Map<Key, Tally> tallies) {
        RecordedFrame caller = size > 0 && size < SMALL ? caller(event) : null;
        if (caller != null) {
            String method = caller.getMethod().getType().getName() + "." + caller.getMethod().getName();
            tallies.computeIfAbsent(new Key(method, caller.getLineNumber(), reads), key -> new Tally())
                    .add(size, String.valueOf(event.getString("path")), event.getDuration());
        }
    }

    /** The application's frame that is nearest to the transfer; null if there is none, or the JDK is about its own business. */
    private static RecordedFrame caller(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return null;
        }
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (JDK.stream().noneMatch(type::startsWith)) {
                return frame;
            }
            if (OWN_BUSINESS.stream().anyMatch(type::startsWith)) {
                return null;
            }
        }
        return null;
    }
}
