package java.lang;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Called last by {@code Thread.setPriority} and {@code Thread.start}, where no monitor is held: tells the agent, which sets the
 * thread's native priority.
 *
 * <p>Hazards. What this calls makes system calls and needs a little native memory; it may be called near the end of the stack.
 * Whatever it throws, the thread keeps the native priority that it has; an exception from outside is passed on. JDK 21 and newer.
 *
 * <p>Happens-before: {@link #setter} is volatile, written by the installer. Who reads one that is being undone asks an object
 * that gives every thread the priority of a normal one.
 */
final class PriorityGraft implements BiFunction<String, Object, Object> {
    private static final AtomicLong failures = new AtomicLong();

    /** Is told the thread, and who has started it, if that was just now. Null unless active. */
    private static volatile BiConsumer<Thread, Thread> setter;

    private PriorityGraft() {
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        return new PriorityGraft();
    }

    /**
     * What the agent may ask. Called by the agent only, {@code active} by one thread at a time.
     *
     * <ul>
     * <li>{@code active} sets who is told, null for nobody;
     * <li>{@code failed} reads how often it threw something.
     * </ul>
     */
    @Override
    @SuppressWarnings("unchecked")
    public Object apply(String what, Object value) {
        switch (what) {
            case "active":
                setter = (BiConsumer<Thread, Thread>) value;
                return null;
            case "failed":
                return failures.get();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** Called last by {@code Thread.setPriority}. */
    static void changed(Thread thread) {
        // First, since the JDK has just asked the same: to a virtual thread all of this is nothing.
        if (thread instanceof BaseVirtualThread) {
            return;
        }
        BiConsumer<Thread, Thread> active = setter;
        if (active == null) {
            return;
        }
        try {
            active.accept(thread, null);
        } catch (RuntimeException | LinkageError | VirtualMachineError theThreadStaysAsItIs) {
            failures.getAndIncrement();
        }
    }

    /** Called last by {@code Thread.start}, of platform threads only. */
    static void started(Thread thread) {
        BiConsumer<Thread, Thread> active = setter;
        if (active == null) {
            return;
        }
        try {
            Thread starter = Thread.currentThread();
            active.accept(thread, starter instanceof BaseVirtualThread ? null : starter);
        } catch (RuntimeException | LinkageError | VirtualMachineError theThreadStaysAsItIs) {
            failures.getAndIncrement();
        }
    }
}
