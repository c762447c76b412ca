package dev.slipstream.priority;

import java.util.Optional;

/**
 * Sets what the kernel goes by when threads compete for a processor, which on Linux {@link Thread#setPriority} does not.
 * <pre>{@code
 *     Applied applied = Priorities.set(Level.nice(10));
 *     if (!applied.isAsAsked()) { log(applied.reason()); }
 *     try (var scope = Priorities.scoped(Level.nice(4))) { ... }
 * }</pre>
 *
 * <p>Nothing here throws because something is not permitted: that is a result. A process may always lower its threads; to raise
 * them, be it back to where they were, it needs {@code CAP_SYS_NICE} or {@code RLIMIT_NICE}; {@link #permission} tells. A thread
 * inherits its level from the thread that starts it, and so does a process.
 *
 * <p>Needs Linux, and JDK 21 or newer; on JDK 17 everything is {@link Applied.Outcome#UNSUPPORTED}. From JDK 24 on the JVM warns
 * of native access unless {@code --enable-native-access} names us. Threads other than the current one need
 * {@code --add-opens java.base/java.lang=}{@code dev.slipstream} or {@code ALL-UNNAMED} as well. Virtual threads have no native
 * priority. The Java priority stays what it is. Safe for use by several threads.
 */
public final class Priorities {
    private Priorities() {
    }

    /** What this process may do; asks the kernel, on a thread of its own that ends. Takes about as long as a thread's start. */
    public static Permission permission() {
        return Probe.permission();
    }

    /** Sets the current thread's level. */
    public static Applied set(Level level) {
        return set(Thread.currentThread(), level);
    }

    /**
     * Sets a thread's level.
     *
     * @throws NullPointerException if either is null
     */
    public static Applied set(Thread thread, Level level) {
        return Setting.set(thread, level);
    }

    /** Sets the current thread's level until the result is closed, which gives it its present one back if that is permitted. */
    public static ScopedPriority scoped(Level level) {
        Thread thread = Thread.currentThread();
        Optional<Level> former = of(thread);
        Applied applied = former.isPresent() && former.get().equals(level)
                ? new Applied(Applied.Outcome.APPLIED, level, former, "")
                : set(thread, level);
        return new ScopedPriority(thread, former.orElse(level), applied);
    }

    /** A thread's level as the kernel has it; empty if the thread is not alive, is virtual, or its level cannot be read. */
    public static Optional<Level> of(Thread thread) {
        return Setting.of(thread);
    }
}
