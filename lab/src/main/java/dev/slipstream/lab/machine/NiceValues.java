package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Nice values that threads may have here, and the shares of a processor that Linux gives for them.
 *
 * @param base the nice value of this process, which is the default of its threads
 * @param smallest the smallest that this process may give to a thread, at most {@code base}; a smaller value means a larger share
 */
public record NiceValues(int base, int smallest) {
    private static final int LOWEST = -20;
    private static final int HIGHEST = 19;

    /** Java's normal priority, at which a thread keeps the nice value of its process. */
    private static final int NORMAL = 5;

    /** The distance of the highest priority from the normal one. */
    private static final int STEPS = 5;

    /** The kernel's weights for nice -20 to 19. A step is a factor of about 1.25. */
    private static final int[] WEIGHTS = {
        88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
        9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277,
        1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
        110, 87, 70, 56, 45, 36, 29, 23, 18, 15,
    };

    /** Used if the values cannot be determined: permits all nice values. */
    private static final NiceValues UNKNOWN = new NiceValues(0, LOWEST);

    private static final class Here {
        private static final NiceValues VALUES = find();
    }

    /**
     * Returns the nice values of this process. Tries them out, since the meaning of limits and capabilities depends on
     * namespaces.
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

    /** Returns the nice value of a process that asks for an increment. The command keeps its nice value if the kernel refuses. */
    private static int reached(int more) throws IOException {
        Process nice = new ProcessBuilder("nice", "-n", Integer.toString(more), "nice")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return Integer.parseInt(new String(nice.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    /**
     * Returns the nice value that the remedy gives to a thread by default: relative to the process, within the permitted range.
     *
     * @param priority a Java priority, 1 to 10
     * @return the nice value
     */
    public int byRemedy(int priority) {
        return Math.min(HIGHEST, Math.max(smallest, base + NORMAL - priority));
    }

    /**
     * Returns the nice value that the JVM gives to a thread with {@code -XX:ThreadPriorityPolicy=1}: an absolute one, or that of
     * the process if the kernel refuses.
     *
     * @param priority a Java priority, 1 to 10
     * @return the nice value
     */
    public int byJvm(int priority) {
        int nice = NORMAL - priority;
        return nice < smallest ? base : nice;
    }

    /**
     * Returns the slowdown of a thread on a processor that another thread wants all the time.
     *
     * @param own the thread's nice value
     * @param other the other thread's nice value
     * @return the multiple of the time that the thread takes alone, at least 1, to a hundredth
     */
    public static double slowdown(int own, int other) {
        return Math.round(100 * (1 + (double) weight(other) / weight(own))) / 100.0;
    }

    private static int weight(int nice) {
        return WEIGHTS[nice - LOWEST];
    }
}
