package java.lang;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import jdk.internal.misc.InnocuousThread;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Suffix of {@code Thread.setPriority} and {@code Thread.start}, where no monitor is held. Notifies the agent, which sets the
 * thread's native priority. JDK 21 and later.
 *
 * <p>Hazards. The agent makes system calls and needs a little native memory; the stack may end. After any failure the thread keeps
 * its native priority. An asynchronous exception is passed on.
 *
 * <p>Happens-before: {@link #setter} is volatile, written by the installer. A thread that reads a setter being undone calls an
 * object that sets the normal native priority.
 */
@NullMarked
final class PriorityGraft implements BiFunction<String, Object, Object> {
    private static final AtomicLong failures = new AtomicLong();

    /** Group of the JVM's own threads. The others of the JDK's are innocuous ones. */
    private static final ThreadGroup SYSTEM = system();

    /**
     * Accepts the thread and, if it was just started, its starter. Null unless active.
     *
     * @see "dev.slipstream.runtime.priority.PrioritySetter"
     */
    private static volatile @Nullable BiConsumer<Thread, Thread> setter;

    private PriorityGraft() {}

    private static ThreadGroup system() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** Returns the control object for the agent. */
    static BiFunction<String, Object, Object> control() {
        return new PriorityGraft();
    }

    /**
     * Handles a request of the agent, {@code active} by one thread at a time.
     *
     * <ul>
     * <li>{@code active} sets the consumer of threads, or null;
     * <li>{@code failed} returns how often the consumer failed.
     * </ul>
     *
     * @see "dev.slipstream.agent.priority.PrioritySwitch"
     */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object apply(String what, @Nullable Object value) {
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
        // First, since the JDK has just made the same check; a virtual thread has no native priority.
        if (thread instanceof BaseVirtualThread) {
            return;
        }
        BiConsumer<Thread, Thread> active = setter;
        try {
            if (active == null) {
                lookAt(thread);
            } else {
                active.accept(thread, null);
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            // The thread keeps its native priority.
            failures.getAndIncrement();
        }
    }

    /** Called last by {@code Thread.start}, of platform threads only. */
    static void started(Thread thread) {
        BiConsumer<Thread, Thread> active = setter;
        try {
            if (active == null) {
                lookAt(thread);
            } else {
                Thread starter = Thread.currentThread();
                active.accept(thread, starter instanceof BaseVirtualThread ? null : starter);
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            // The thread keeps its native priority.
            failures.getAndIncrement();
        }
    }

    /** Asks for the remedy if it would give the thread another native priority. It gives none to threads of the JDK. */
    private static void lookAt(Thread thread) {
        if (thread.getPriority() != Thread.NORM_PRIORITY && !(thread instanceof InnocuousThread)) {
            ThreadGroup group = thread.getThreadGroup();
            if (group != null && group != SYSTEM) {
                idle();
            }
        }
    }

    /**
     * Called while the remedy is not in force. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}
}
