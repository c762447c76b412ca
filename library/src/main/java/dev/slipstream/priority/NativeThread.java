package dev.slipstream.priority;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A platform thread that was alive when this was made, as the kernel knows it. For use at once, by one thread. Between a look
 * whether it is alive and a system call the thread may end; the kernel counts thousands of numbers on before it gives this one to
 * another.
 */
final class NativeThread {
    /** (Thread)boolean; false where there are no virtual threads. */
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

    /** Why there can be none of this thread, alive or not; null if there can. */
    static String whyNot(Thread thread) {
        if (Kernel.whyNot() != null) {
            return Kernel.whyNot();
        }
        if (isVirtual(thread)) {
            return "a virtual thread has no native priority";
        }
        return thread == Thread.currentThread() ? null : ThreadIds.whyNot();
    }

    /** Null if it is not alive. Where nothing is against it, see {@link #whyNot}. */
    static NativeThread of(Thread thread) {
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

    static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Whether what was done before has been done to this thread. */
    boolean isAlive() {
        return id == Kernel.SELF || ThreadIds.life(thread) == life;
    }

    /** What the kernel shows. */
    Level level() {
        Level.Policy policy = Kernel.policy(id);
        return policy == Level.Policy.IDLE ? Level.IDLE : new Level(policy, Kernel.nice(id));
    }

    /** @return whether it was done; if not, nothing was, or only the policy */
    boolean set(Level level) {
        Level.Policy now = Kernel.policy(id);
        if (now == Level.Policy.REAL_TIME || now != level.policy() && !Kernel.setPolicy(id, level.policy())) {
            return false;
        }
        return level.policy() == Level.Policy.IDLE || setNice(level.nice());
    }

    /** @return whether it was done */
    boolean setNice(int nice) {
        return Kernel.setNice(id, nice);
    }
}
