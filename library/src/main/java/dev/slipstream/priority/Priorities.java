package dev.slipstream.priority;

import dev.slipstream.priority.Applied.Outcome;
import dev.slipstream.runtime.priority.NativeThread;
import dev.slipstream.runtime.priority.Permissions;
import java.util.Objects;
import java.util.Optional;

/**
 * Methods that set the native priority, by which the kernel shares out a processor. {@link Thread#setPriority} does not set it on
 * Linux.
 * <pre>{@code
 *     Applied applied = Priorities.set(Level.nice(10));
 *     if (!applied.isAsAsked()) { log(applied.reason()); }
 *     try (var scope = Priorities.scoped(Level.nice(4))) { ... }
 * }</pre>
 *
 * <p>A missing permission is a result, never an exception. A process may always lower its threads. To raise them, even back to
 * their former level, it needs {@code CAP_SYS_NICE} or {@code RLIMIT_NICE}; {@link #permission} tells. A thread inherits its level
 * from the thread that starts it, and so does a process.
 *
 * <p>Needs Linux, and JDK 21 or newer; on JDK 17 everything is {@link Applied.Outcome#UNSUPPORTED}. From JDK 24 on the JVM warns of
 * native access unless {@code --enable-native-access} names this module. Threads other than the current one also need
 * {@code --add-opens java.base/java.lang=}{@code dev.slipstream} or {@code ALL-UNNAMED}. Virtual threads have no native priority.
 * The Java priority does not change. Safe for use by several threads.
 *
 * @since 1.0.0
 */
public final class Priorities {
    private Priorities() {}

    /** {@return what this process may do} Asks the kernel on a short-lived thread, and takes about as long as a thread's start. */
    public static Permission permission() {
        return Permissions.ofThisProcess();
    }

    /**
     * Sets the current thread's level.
     *
     * @param level the level
     * @return the result
     */
    public static Applied set(Level level) {
        return set(Thread.currentThread(), level);
    }

    /**
     * Sets a thread's level.
     *
     * @param thread the thread
     * @param asked the level
     * @return the result
     */
    public static Applied set(Thread thread, Level asked) {
        Objects.requireNonNull(thread);
        Objects.requireNonNull(asked);
        String whyNot = NativeThread.whyNot(thread);
        if (whyNot != null) {
            return new Applied(Outcome.UNSUPPORTED, asked, Optional.empty(), "unsupported: " + whyNot);
        }
        NativeThread target = NativeThread.of(thread);
        if (target == null) {
            return notAlive(asked);
        }
        boolean done = asked.policy() != Level.Policy.REAL_TIME && target.set(asked);
        Level level = target.level();
        if (!target.isAlive()) {
            return notAlive(asked);
        }
        if (done && level.equals(asked)) {
            return new Applied(Outcome.APPLIED, asked, Optional.of(level), "");
        }
        String why = done ? "another thread or process sets it, too" : refusal(level, asked);
        return new Applied(Outcome.REFUSED, asked, Optional.of(level), why);
    }

    /**
     * Sets the current thread's level until the result is closed, which restores the present level if that is permitted.
     *
     * @param level the level
     * @return the scope, with the result
     */
    public static ScopedPriority scoped(Level level) {
        Objects.requireNonNull(level);
        Thread thread = Thread.currentThread();
        Optional<Level> former = of(thread);
        Applied applied = former.isPresent() && former.get().equals(level)
                ? new Applied(Outcome.APPLIED, level, former, "")
                : set(thread, level);
        return new ScopedPriority(thread, former.orElse(level), applied);
    }

    /**
     * Returns the level that the kernel shows.
     *
     * @param thread the thread
     * @return the level; empty if the thread is not alive, is virtual, or its level cannot be read
     */
    public static Optional<Level> of(Thread thread) {
        return NativeThread.level(Objects.requireNonNull(thread));
    }

    private static Applied notAlive(Level asked) {
        return new Applied(Outcome.NOT_ALIVE, asked, Optional.empty(), "the thread is not alive");
    }

    private static String refusal(Level now, Level asked) {
        if (now.policy() == Level.Policy.REAL_TIME || asked.policy() == Level.Policy.REAL_TIME) {
            return "a real-time policy is left alone";
        }
        return Permissions.whyRaisingIsLimited();
    }
}
