package dev.slipstream.diagnose.buffering;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.profile.RecordedSettings;
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

/**
 * Finds places in an application that read or write files in small pieces, each of which is a system call, from a flight
 * recording. Buffered transfers are recorded as the buffer's large pieces, and so are not among them.
 *
 * <p>By default a recording has only transfers of 20 ms or more; from JDK 25 on, those of 1 ms or more, and a hundred per second at
 * most. It therefore has no small transfers. With the settings of {@link BufferingDetector#burst}, each transfer is an event
 * with a stack trace. That slows down the transfers; a tenth of a second is enough.
 *
 * <p>Not thread-safe.
 */
public final class SmallTransfers {
    static final String READ = "jdk.FileRead";
    static final String WRITE = "jdk.FileWrite";

    /** Size in bytes from which on a buffer makes less than half of a difference. */
    private static final int SMALL = 1_024;

    /** Number of transfers below which they cost microseconds in all. */
    private static final int FEW = 100;

    /** Number of transfers per file below which the files may be small rather than the pieces. */
    private static final int FEW_PER_FILE = 10;

    /** Bound the memory if a recording has ever new places or files. */
    private static final int MOST = 10_000;
    private static final int MOST_FILES = 100_000;

    /** Where the JDK reads classes and jars, on behalf of the thread that first needs a class. */
    private static final List<String> OWN_BUSINESS = List.of("jdk.internal.loader.", "jdk.internal.jimage.",
            "java.lang.ClassLoader", "java.util.zip.ZipFile", "java.util.jar.");

    private final Map<Key, Tally> tallies = new HashMap<>();

    /** Interned paths. */
    private final Map<String, String> files = new HashMap<>();

    /**
     * A line of the application that makes small transfers.
     *
     * @param method the method with its class, such as {@code org.example.Parser.next}
     * @param line the line in its source; -1 if unknown
     * @param reads whether it reads; else it writes
     * @param count the number of small transfers
     * @param bytes the number of bytes transferred
     * @param files the number of files
     * @param time the total time of the transfers
     * @param sizes for each power of two, the number of transfers of at most as many bytes, but more than half of that
     */
    public record Site(String method, int line, boolean reads, long count, long bytes, int files, Duration time,
            SortedMap<Integer, Long> sizes) {
        /** Copies the map. */
        public Site {
            sizes = new TreeMap<>(sizes);
        }
    }

    private record Key(String method, int line, boolean reads) {}

    private static final class Tally {
        private long count;
        private long bytes;
        private long nanos;
        private long largeNanos;
        private final Set<String> files = new HashSet<>();
        private final SortedMap<Integer, Long> sizes = new TreeMap<>();

        void add(long size, String file, Duration duration) {
            if (size >= SMALL) {
                largeNanos += duration.toNanos();
                return;
            }
            count++;
            bytes += size;
            nanos += duration.toNanos();
            if (file != null) {
                files.add(file);
            }
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
     * Takes an event, of any kind.
     *
     * @param event the event
     */
    public void accept(Event event) {
        switch (event.type()) {
            case READ -> add(event, event.number("bytesRead"), true);
            case WRITE -> add(event, event.number("bytesWritten"), false);
            default -> {}
        }
    }

    /**
     * Returns the places that make many small transfers.
     *
     * @return the places, those with the most transfers first
     */
    public List<Site> sites() {
        List<Site> sites = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            if (tally.matters()) {
                sites.add(tally.site(key));
            }
        });
        sites.sort(Comparator.comparingLong(Site::count).reversed().thenComparing(Site::method).thenComparingInt(Site::line));
        return sites;
    }

    /**
     * Returns why transfers may be missing.
     *
     * @param settings the settings of the recording
     * @return a clause each; none if the recording is complete
     */
    public static List<String> caveats(RecordedSettings settings) {
        return settings.caveats(List.of(READ, WRITE));
    }

    /** Returns the fraction of time that small transfers took of all transfers at a line; NaN if none was seen there. */
    double smallPart(String method, int line, boolean reads) {
        Tally tally = tallies.get(new Key(method, line, reads));
        return tally == null ? Double.NaN : (double) tally.nanos / Math.max(1, tally.nanos + tally.largeNanos);
    }

    private void add(Event event, long size, boolean reads) {
        Frame caller = size > 0 ? caller(event.stack()) : null;
        if (caller == null) {
            return;
        }
        Key key = new Key(caller.place(), caller.line(), reads);
        if (tallies.size() >= MOST && !tallies.containsKey(key)) {
            return;
        }
        String file = String.valueOf(event.text("path"));
        if (files.size() < MOST_FILES) {
            files.putIfAbsent(file, file);
        }
        tallies.computeIfAbsent(key, any -> new Tally()).add(size, files.get(file), event.duration());
    }

    /** Returns the application's frame nearest to the transfer; null if there is none, or if the JDK reads for itself. */
    static Frame caller(List<Frame> frames) {
        for (Frame frame : frames) {
            String type = frame.type();
            if (!Frames.isOfJdk(type)) {
                return frame;
            }
            if (OWN_BUSINESS.stream().anyMatch(type::startsWith)) {
                return null;
            }
        }
        return null;
    }
}
