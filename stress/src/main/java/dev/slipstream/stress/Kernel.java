package dev.slipstream.stress;

import java.util.concurrent.ThreadLocalRandom;

/** One thread's two priorities. A system call takes a while, before and after it has its effect. */
public final class Kernel {
    private static final int SPINS = 8;

    private volatile int java;
    private volatile int applied;

    /** The Java priority. */
    public int wanted() {
        return java;
    }

    /** What {@code Thread.setPriority} does. */
    public void want(int priority) {
        java = priority;
    }

    /** The system call. */
    public void apply(int priority) {
        dawdle();
        applied = priority;
        dawdle();
    }

    /** What the kernel has in the end: {@code the last} Java priority, or {@code another}. */
    public String end() {
        return applied == java ? "the last" : "another";
    }

    private static void dawdle() {
        for (int spins = ThreadLocalRandom.current().nextInt(SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
