package dev.slipstream.diagnose.profile;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Profiles of the whole time and of each second; of several seconds each if there would be too many. */
public final class Spans {
    private static final int MOST = 300;
    private static final int MOST_THREADS = 500;

    private final Profile all = new Profile(Profile.MOST_THREADS);
    private final TreeMap<Long, Profile> parts = new TreeMap<>();
    private long seconds = 1;

    /** Applies an update to the whole, and to the part that it belongs to. */
    public void add(Instant when, Consumer<Profile> what) {
        what.accept(all);
        what.accept(parts.computeIfAbsent(Math.floorDiv(when.getEpochSecond(), seconds), any -> new Profile(MOST_THREADS)));
        if (parts.size() > MOST) {
            merge();
        }
    }

    private void merge() {
        seconds *= 2;
        TreeMap<Long, Profile> merged = new TreeMap<>();
        parts.forEach(
                (index, part) -> merged.computeIfAbsent(Math.floorDiv(index, 2), any -> new Profile(MOST_THREADS)).add(part));
        parts.clear();
        parts.putAll(merged);
    }

    public Profile all() {
        return all;
    }

    /** Returns the parts by the epoch second in which they begin. */
    public Map<Long, Profile> parts() {
        TreeMap<Long, Profile> byStart = new TreeMap<>();
        parts.forEach((index, part) -> byStart.put(index * seconds, part));
        return byStart;
    }

    /** Returns the length of a part in seconds. */
    public long seconds() {
        return seconds;
    }
}
