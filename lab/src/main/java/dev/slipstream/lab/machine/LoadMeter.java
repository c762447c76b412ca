package dev.slipstream.lab.machine;

import dev.slipstream.lab.result.Environment.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How much of the processors' time goes to others than this process and its children. Starts with its construction; safe for
 * use by several threads.
 *
 * <p>Both files that it reads, {@code /proc/stat} and {@code /proc/<pid>/stat}, count in the same ticks, and only shares are
 * made of them, so the ticks' length does not matter. A child's time is added to ours when it is waited for, until then it is
 * looked up. What a child leaves behind that is waited for by nobody of ours counts as others'.
 */
public final class LoadMeter {
    private static final int MOST_FIELDS = 8;

    /** Half a second of one processor: the rounding of a few ticks would be a large share of less. */
    private static final long FEWEST_TICKS = 50;

    /** Up to utime in /proc/self/stat, behind the program's name, which may contain anything. */
    private static final int FIELDS_BEFORE_TIMES = 11;

    /** In ticks: what all programs used, what the hypervisor took, all there was, what we used. */
    private record Ticks(long used, long stolen, long all, long own) {
    }

    private final Tree tree;
    private final Ticks start;

    /**
     * Starts to measure.
     *
     * @param root the folder that {@code proc} is in
     */
    public LoadMeter(Path root) {
        this.tree = new Tree(root);
        this.start = now();
    }

    /**
     * Waits and looks what others do meanwhile.
     *
     * @param time how long; a second has a hundred ticks per processor
     * @return what was found, with nulls where there is no {@code /proc}
     * @throws InterruptedException if interrupted meanwhile
     */
    public Load moment(Duration time) throws InterruptedException {
        Ticks before = now();
        if (before != null) {
            Thread.sleep(time.toMillis());
        }
        return between(before);
    }

    /**
     * What others have done since the start.
     *
     * @return what was found, with nulls where there is no {@code /proc}, and in the first half second
     */
    public Load sinceStart() {
        return between(start);
    }

    private Load between(Ticks before) {
        Ticks after = now();
        Double average = average();
        if (before == null || after == null || after.all - before.all < FEWEST_TICKS) {
            return new Load(average, null, null);
        }
        double all = after.all - before.all;
        long others = after.used - before.used - (after.own - before.own);
        return new Load(average, share(others / all), share((after.stolen - before.stolen) / all));
    }

    /** The files are not read at the same instant, so a little less than nothing may come out. */
    private static double share(double share) {
        return Math.min(1, Math.max(0, share));
    }

    private Double average() {
        String text = tree.text("proc/loadavg");
        String first = text == null ? "" : text.split("\\s", 2)[0];
        return first.matches("\\d{1,9}\\.\\d{1,9}") ? Double.valueOf(first) : null;
    }

    /** Null where the files are not there or not as expected. */
    private Ticks now() {
        long[] times = tree.lines("proc/stat").stream()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> numbers(line.substring(4).strip().split("\\s+")))
                .orElse(new long[0]);
        Long self = used("self");
        if (times.length < MOST_FIELDS || self == null) {
            return null;
        }
        long children = ProcessHandle.current().descendants().mapToLong(this::usedIfThere).sum();
        // User, nice, system. Interrupts serve everybody, and guests' time, which follows, is in that of users already.
        long used = times[0] + times[1] + times[2];
        return new Ticks(used, times[7], Arrays.stream(times).limit(MOST_FIELDS).sum(), self + children);
    }

    /** One that has just ended has no file any more. */
    private long usedIfThere(ProcessHandle process) {
        Long used = used(Long.toString(process.pid()));
        return used == null ? 0 : used;
    }

    /** What a process and its waited-for children have used. */
    private Long used(String process) {
        String text = tree.text("proc/" + process + "/stat");
        String behindName = text == null ? "" : text.substring(text.lastIndexOf(')') + 1).strip();
        long[] fields = numbers(behindName.split("\\s+", FIELDS_BEFORE_TIMES + 5), FIELDS_BEFORE_TIMES, 4);
        return fields.length < 4 ? null : LongStream.of(fields).sum();
    }

    private static long[] numbers(String[] words) {
        return numbers(words, 0, Math.min(words.length, MOST_FIELDS));
    }

    /** Empty if one of them is no number. */
    private static long[] numbers(String[] words, int from, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            Long number = from + i < words.length ? Tree.number(words[from + i]) : null;
            if (number == null || number < 0) {
                return new long[0];
            }
            numbers[i] = number;
        }
        return numbers;
    }
}
