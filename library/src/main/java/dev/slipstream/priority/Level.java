package dev.slipstream.priority;

/**
 * How the kernel is to treat a thread beside the others that want the processor.
 *
 * @param policy by what rule
 * @param nice {@value #MOST_FAVOURED} to {@value #LEAST_FAVOURED}; 0 where the policy does not go by it
 */
public record Level(Policy policy, int nice) {
    /** The nice value that gets the most of a busy processor. */
    public static final int MOST_FAVOURED = -20;

    /** The nice value that gets the least. */
    public static final int LEAST_FAVOURED = 19;

    /**
     * {@code SCHED_IDLE}: almost nothing of a processor that any other thread wants. Only who may raise nice values can leave it
     * again. A thread that holds a lock meanwhile, or that the JVM waits for, makes all the others wait.
     */
    public static final Level IDLE = new Level(Policy.IDLE, 0);

    /** {@code SCHED_BATCH} with the nice value 0: an ordinary share, but never ahead of a thread that has just become ready. */
    public static final Level BATCH = new Level(Policy.BATCH, 0);

    /** The kernel's rules, {@code sched(7)}. */
    public enum Policy {
        /** {@code SCHED_OTHER}. */
        NORMAL,
        /** {@code SCHED_BATCH}. */
        BATCH,
        /** {@code SCHED_IDLE}. */
        IDLE,
        /** {@code SCHED_FIFO} and the like, which is reported and never changed. */
        REAL_TIME
    }

    /** @throws IllegalArgumentException if the nice value is outside its range */
    public Level {
        if (nice < MOST_FAVOURED || nice > LEAST_FAVOURED) {
            throw new IllegalArgumentException(
                    "a nice value is a number from " + MOST_FAVOURED + " to " + LEAST_FAVOURED + ", not " + nice);
        }
    }

    /**
     * An ordinary thread, whose share of a busy processor goes by its nice value: 25 % more for each step down.
     *
     * @throws IllegalArgumentException if it is outside its range
     */
    public static Level nice(int nice) {
        return new Level(Policy.NORMAL, nice);
    }

    /** As in options: {@code 4}, {@code idle}, {@code batch}. */
    @Override
    public String toString() {
        return switch (policy) {
            case NORMAL -> Integer.toString(nice);
            case BATCH -> nice == 0 ? "batch" : "batch " + nice;
            case IDLE -> "idle";
            case REAL_TIME -> "real-time";
        };
    }
}
