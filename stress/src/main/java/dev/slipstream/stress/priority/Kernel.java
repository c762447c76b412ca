package dev.slipstream.stress.priority;

import dev.slipstream.stress.Pause;

/** Java priority and native priority of one thread. The system call takes time before and after its effect. */
public final class Kernel {
    private static final int SPINS = 8;

    private volatile int java;
    private volatile int applied;

    /** Returns the Java priority. */
    public int wanted() {
        return java;
    }

    /** Sets the Java priority, as {@code Thread.setPriority}. */
    public void want(int priority) {
        java = priority;
    }

    /** Sets the native priority, as the system call. */
    public void apply(int priority) {
        Pause.upTo(SPINS);
        applied = priority;
        Pause.upTo(SPINS);
    }

    /** Returns {@code the last} if the kernel has the last Java priority, else {@code another}. */
    public String end() {
        return applied == java ? "the last" : "another";
    }
}
