package dev.slipstream.cli.diagnose;

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
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/**
 * Places in an application that read or write files in small pieces, each of which is a system call, as a flight recording shows
 * them. What goes through a buffer is recorded as the large pieces that the buffer makes of it, and so is not among them.
 *
 * <p>A recording that is not told otherwise has only what takes 20 ms or more, from JDK 25 on 1 ms, and then a hundred in a
 * second at most: nothing of that kind. See {@link RecordingSettings#burst}. With those each transfer is an event with a stack
 * trace, so a tenth of a second is enough, and slows down what it records.
 *
 * <p>For one thread at a time.
 */
public final class SmallTransfers {
    /** From here on, a buffer makes less than half of a difference. */
    private static final int SMALL = 1_024;

    /** So few that they cost microseconds, in all. */
    private static final int FEW = 100;

    /** So few for each file that the files may be small, rather than the pieces. */
    private static final int FEW_PER_FILE = 10;

    /** So many places, and files of each, that a recording which makes up ever new ones cannot fill the memory. */
    private static final int MOST = 10_000;
    private static final int MOST_FILES = 100_000;

    /** Where the JDK reads classes and jars, on behalf of whoever needs a class first. */
    private static final List<String> OWN_BUSINESS = List.of("jdk.internal.loader.", "jdk.internal.jimage.",
            "java.lang.ClassLoader", "java.util.zip.ZipFile", "java.util.jar.");

    private final Map<Key, Tally> tallies = new HashMap<>();

    /** Each path once, to itself. */
    private final Map<String, String> files = new HashMap<>();

    private final RecordedSettings settings = new RecordedSettings();

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
     * Takes note of what kinds of events there are.
     *
     * @param types as the recording has them
     */
    public void metadata(List<EventType> types) {
        settings.metadata(types);
    }

    /**
     * Takes an event, of any kind.
     *
     * @param event the event
     */
    public void accept(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case RecordedSettings.READ -> add(event, event.getLong("bytesRead"), true);
            case RecordedSettings.WRITE -> add(event, event.getLong("bytesWritten"), false);
            case RecordedSettings.SETTING -> settings.add(event);
            default -> { }
        }
    }

    /**
     * What was found.
     *
     * @return those with the most transfers first
     */
    public List<Site> sites() {
        List<Site> sites = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            if (tally.matters()) {
                sites.add(tally.site(key));
            }
        });
        sites.sort(Comparator.comparingLong(Site::count).reversed().thenComparing(Site::method).thenComparing(Site::line));
        return sites;
    }

    /**
     * Why that may not be all.
     *
     * @return a sentence each; none if it is
     */
    public List<String> caveats() {
        return settings.caveats();
    }

    /** Which part of the time of a line's transfers small ones took; NaN if no transfer of it was seen. */
    double smallPart(String method, int line, boolean reads) {
        Tally tally = tallies.get(new Key(method, line, reads));
        return tally == null ? Double.NaN : (double) tally.nanos / Math.max(1, tally.nanos + tally.largeNanos);
    }

    private void add(RecordedEvent event, long size, boolean reads) {
        RecordedFrame caller = size > 0 ? caller(event) : null;
        if (caller == null) {
            return;
        }
        Key key = new Key(Frames.type(caller) + "." + Frames.method(caller), caller.getLineNumber(), reads);
        if (tallies.size() >= MOST && !tallies.containsKey(key)) {
            return;
        }
        String file = String.valueOf(event.getString("path"));
        if (files.size() < MOST_FILES) {
            files.putIfAbsent(file, file);
        }
        tallies.computeIfAbsent(key, any -> new Tally()).add(size, files.get(file), event.getDuration());
    }

    /** The application's frame that is nearest to the transfer; null if there is none, or the JDK is about its own business. */
    private static RecordedFrame caller(RecordedEvent event) {
        return caller(Frames.of(event));
    }

    /** The same. */
    static RecordedFrame caller(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            String type = Frames.type(frame);
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
