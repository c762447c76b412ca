package dev.slipstream.runtime.priority;

import dev.slipstream.priority.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;

/**
 * Platform thread as the kernel knows it, which was alive when this object was made. For immediate use by one thread. The thread
 * may end between a check that it is alive and a system call; the kernel hands out thousands of other ids before it reuses this
 * one.
 */
public final class NativeThread {
    /** (Thread)boolean; always false on a JDK without virtual threads. */
    private static final MethodHandle IS_VIRTUAL;

    static {
        try {
            IS_VIRTUAL = Runtime.version().feature() < 21
                    ? MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class)
                    : MethodHandles.publicLookup()
                            .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private final long life;
    private final int id;

    private NativeThread(Thread thread, long life, int id) {
        this.thread = thread;
        this.life = life;
        this.id = id;
    }

    /** Returns why this class does not support the thread, alive or not; null if it does. */
    public static String whyNot(Thread thread) {
        if (Kernel.whyNot() != null) {
            return Kernel.whyNot();
        }
        if (isVirtual(thread)) {
            return "a virtual thread has no native priority";
        }
        return thread == Thread.currentThread() ? null : ThreadIds.whyNot();
    }

    /** Returns null if the thread is not alive. {@link #whyNot} must have returned null. */
    public static NativeThread of(Thread thread) {
        if (thread == Thread.currentThread()) {
            return new NativeThread(thread, 0, Kernel.SELF);
        }
        long life = ThreadIds.life(thread);
        if (life == 0) {
            return null;
        }
        int id = ThreadIds.id(life);
        return id > 0 && ThreadIds.life(thread) == life ? new NativeThread(thread, life, id) : null;
    }

    /** Returns the level that the kernel shows; empty if the thread is not alive, is virtual, or its level cannot be read. */
    public static Optional<Level> level(Thread thread) {
        NativeThread target = whyNot(thread) == null ? of(thread) : null;
        if (target == null) {
            return Optional.empty();
        }
        Level level = target.level();
        return target.isAlive() ? Optional.of(level) : Optional.empty();
    }

    static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Tells whether the preceding system calls have acted on this thread. */
    public boolean isAlive() {
        return id == Kernel.SELF || ThreadIds.life(thread) == life;
    }

    /** Returns the level that the kernel shows. */
    public Level level() {
        Level.Policy policy = Kernel.policy(id);
        return policy == Level.Policy.IDLE ? Level.IDLE : new Level(policy, Kernel.nice(id));
    }

    /** Sets the level, and tells whether that succeeded; if not, nothing has changed, or only the policy. */
    public boolean set(Level level) {
        Level.Policy now = Kernel.policy(id);
        if (now == Level.Policy.REAL_TIME || (now != level.policy() && !Kernel.setPolicy(id, level.policy()))) {
            return false;
        }
        return level.policy() == Level.Policy.IDLE || setNice(level.nice());
    }

    /** Sets the nice value, and tells whether that succeeded. */
    boolean setNice(int nice) {
        return Kernel.setNice(id, nice);
    }
}
