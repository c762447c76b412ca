package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What Linux promises to two threads that share a processor, by the nice values that they may have here.
 *
 * @param base that of this process, which threads have unless they are given another
 * @param smallest that this process may give to a thread, at most {@code base}; the smaller, the more of a processor
 */
public record NiceValues(int base, int smallest) {
    private static final int LOWEST = -20;
    private static final int HIGHEST = 19;

    /** What Java calls normal, for which a thread keeps the nice value of its process. */
    private static final int NORMAL = 5;

    /** How far from that the highest priority is. */
    private static final int STEPS = 5;

    /** The kernel's own table, from nice -20 to 19: a step is a factor of about 1.25. */
    private static final int[] WEIGHTS = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
        9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277,
        1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15,
    };

    /** Where neither can be found out: everything is permitted. */
    private static final NiceValues UNKNOWN = new NiceValues(0, LOWEST);

    private static final class Here {
        private static final NiceValues VALUES = find();
    }

    /**
     * Those of this process, found by asking the kernel: what its limits and capabilities mean depends on name spaces.
     *
     * @return the same each time
     */
    public static NiceValues here() {
        return Here.VALUES;
    }

    private static NiceValues find() {
        try {
            int base = reached(0);
            int smallest = base;
            for (int step = STEPS; step > 0 && smallest == base; step--) {
                smallest = reached(-step);
            }
            return new NiceValues(base, smallest);
        } catch (IOException | NumberFormatException noSuchCommand) {
            return UNKNOWN;
        }
    }

    /** What a process gets that asks for so much more. The command goes on with what it has where that is refused. */
    private static int reached(int more) throws IOException {
        Process nice = new ProcessBuilder("nice", "-n", Integer.toString(more), "nice")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return Integer.parseInt(new String(nice.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    /**
     * What the remedy gives to a thread by default: relative to the process, and as much of it as is permitted.
     *
     * @param priority a Java priority, 1 to 10
     * @return the nice value
     */
    public int byRemedy(int priority) {
        return Math.min(HIGHEST, Math.max(smallest, base + NORMAL - priority));
    }

    /**
     * What the JVM gives to a thread with {@code -XX:ThreadPriorityPolicy=1}: an absolute value, or none where that is refused.
     *
     * @param priority a Java priority, 1 to 10
     * @return the nice value
     */
    public int byJvm(int priority) {
        int nice = NORMAL - priority;
        return nice < smallest ? base : nice;
    }

    /**
     * How many times as long as alone a thread takes for its work on a processor that another one wants as well, all the time.
     *
     * @param own the thread's nice value
     * @param other that of the other one
     * @return at least 1, to a hundredth
     */
    public static double slowdown(int own, int other) {
        return Math.round(100 * (1 + (double) weight(other) / weight(own))) / 100.0;
    }

    private static int weight(int nice) {
        return WEIGHTS[nice - LOWEST];
    }
}
