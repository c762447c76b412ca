package dev.slipstream.priority;

import java.util.Objects;

/**
 * Scheduling level of a thread: how the kernel treats it relative to the others that compete for the processor.
 *
 * @param policy the scheduling policy
 * @param nice {@value #MOST_FAVOURED} to {@value #LEAST_FAVOURED}; 0 where the policy ignores it
 * @since 1.0.0
 */
public record Level(Policy policy, int nice) {
    /** Nice value with the largest share of a busy processor. */
    public static final int MOST_FAVOURED = -20;

    /** Nice value with the smallest share. */
    public static final int LEAST_FAVOURED = 19;

    /**
     * {@code SCHED_IDLE}: almost nothing of a processor that any other thread wants. Only a process that may raise nice values can
     * leave it. An idle thread that holds a lock, or that the JVM waits for, delays all the others.
     */
    public static final Level IDLE = new Level(Policy.IDLE, 0);

    /** {@code SCHED_BATCH} with nice value 0: an ordinary share, but never ahead of a thread that has just become ready. */
    public static final Level BATCH = new Level(Policy.BATCH, 0);

    /** The kernel's scheduling policies, see {@code sched(7)}. */
    public enum Policy {
        /** {@code SCHED_OTHER}. */
        NORMAL,
        /** {@code SCHED_BATCH}. */
        BATCH,
        /** {@code SCHED_IDLE}. */
        IDLE,
        /** {@code SCHED_FIFO} and other real-time policies, which are reported but never changed. */
        REAL_TIME
    }

    /**
     * Creates a level.
     *
     * @throws IllegalArgumentException if the nice value is outside its range
     */
    public Level {
        Objects.requireNonNull(policy);
        if (nice < MOST_FAVOURED || nice > LEAST_FAVOURED) {
            throw new IllegalArgumentException(
                    "a nice value is a number from " + MOST_FAVOURED + " to " + LEAST_FAVOURED + ", not " + nice);
        }
    }

    /**
     * Returns the level of an ordinary thread, whose share of a busy processor depends on its nice value: 25 % more for each step
     * down.
     *
     * @param nice the nice value
     * @return the level
     * @throws IllegalArgumentException if the nice value is outside its range
     */
    public static Level nice(int nice) {
        return new Level(Policy.NORMAL, nice);
    }

    /** Returns the level as it is written in options: {@code 4}, {@code idle}, {@code batch}. */
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
