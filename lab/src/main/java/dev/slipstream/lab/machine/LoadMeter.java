package dev.slipstream.lab.machine;

import dev.slipstream.results.file.Environment.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Meter of the processor time used by other programs than this process and its children. Starts at its construction. Thread-safe.
 *
 * <p>Both files that it reads, {@code /proc/stat} and {@code /proc/<pid>/stat}, count in the same ticks. The results are shares, so
 * the length of a tick does not matter. The kernel adds a child's time to ours when the child is reaped; until then the meter reads
 * it from the child. Processes that a child leaves behind, and that none of ours reaps, count as other programs.
 */
public final class LoadMeter {
    private static final int MOST_FIELDS = 8;

    /** Half a second of one processor. In less, the rounding of a few ticks is a large share. */
    private static final long FEWEST_TICKS = 50;

    /** The fields before utime in /proc/self/stat, after the program's name, which may contain any character. */
    private static final int FIELDS_BEFORE_TIMES = 11;

    /** Ticks used by all programs, stolen by the hypervisor, in total, and used by this process and its children. */
    private record Ticks(long used, long stolen, long all, long own) {}

    private final SystemFiles files;
    private final @Nullable Ticks start;

    /**
     * Creates a meter and starts measuring.
     *
     * @param root the folder that {@code proc} is in
     */
    public LoadMeter(Path root) {
        this.files = new SystemFiles(root);
        this.start = now();
    }

    /**
     * Measures the load of other programs for a time.
     *
     * @param time the time to wait; a second has a hundred ticks per processor
     * @return the load, with nulls where there is no {@code /proc}
     * @throws InterruptedException if interrupted while waiting
     */
    public Load moment(Duration time) throws InterruptedException {
        Ticks before = now();
        if (before != null) {
            Thread.sleep(time.toMillis());
        }
        return between(before);
    }

    /**
     * Returns the load of other programs since the start.
     *
     * @return the load, with nulls where there is no {@code /proc}, and in the first half second
     */
    public Load sinceStart() {
        return between(start);
    }

    private Load between(@Nullable Ticks before) {
        Ticks after = now();
        Double average = average();
        if (before == null || after == null || after.all - before.all < FEWEST_TICKS) {
            return new Load(average, null, null);
        }
        double all = after.all - before.all;
        long others = after.used - before.used - (after.own - before.own);
        return new Load(average, share(others / all), share((after.stolen - before.stolen) / all));
    }

    /** Clips a share. The files are not read at the same instant, so it may be slightly negative. */
    private static double share(double share) {
        return Math.min(1, Math.max(0, share));
    }

    private @Nullable Double average() {
        String text = files.text("proc/loadavg");
        String first = text == null ? "" : text.split("\\s", 2)[0];
        return first.matches("\\d{1,9}\\.\\d{1,9}") ? Double.valueOf(first) : null;
    }

    /** Returns the current ticks, null if the files are missing or not as expected. */
    private @Nullable Ticks now() {
        long[] times = files.lines("proc/stat").stream()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> numbers(line.substring(4).strip().split("\\s+")))
                .orElse(new long[0]);
        Long self = used("self");
        if (times.length < MOST_FIELDS || self == null) {
            return null;
        }
        long children = ProcessHandle.current().descendants().mapToLong(this::usedIfThere).sum();
        // User, nice, system. Interrupts serve all programs; the guest time, a later field, is part of the user time.
        long used = times[0] + times[1] + times[2];
        return new Ticks(used, times[7], Arrays.stream(times).limit(MOST_FIELDS).sum(), self + children);
    }

    /** Returns the ticks of a process, 0 if it has just ended and so has no file. */
    private long usedIfThere(ProcessHandle process) {
        Long used = used(Long.toString(process.pid()));
        return used == null ? 0 : used;
    }

    /** Returns the ticks of a process and its reaped children. */
    private @Nullable Long used(String process) {
        String text = files.text("proc/" + process + "/stat");
        String behindName = text == null ? "" : text.substring(text.lastIndexOf(')') + 1).strip();
        long[] fields = numbers(behindName.split("\\s+", FIELDS_BEFORE_TIMES + 5), FIELDS_BEFORE_TIMES, 4);
        return fields.length < 4 ? null : LongStream.of(fields).sum();
    }

    private static long[] numbers(String[] words) {
        return numbers(words, 0, Math.min(words.length, MOST_FIELDS));
    }

    /** Parses numbers. Returns an empty array if one of the words is not a number. */
    private static long[] numbers(String[] words, int from, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            Long number = from + i < words.length ? SystemFiles.number(words[from + i]) : null;
            if (number == null || number < 0) {
                return new long[0];
            }
            numbers[i] = number;
        }
        return numbers;
    }
}
