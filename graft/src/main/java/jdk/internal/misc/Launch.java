package jdk.internal.misc;

import java.util.function.BooleanSupplier;

/**
 * Start of a task on a thread of its own, once, for callers inside methods of the JDK: on any thread, with any locks held, and near
 * the end of the stack. A call neither waits, throws nor asks a security manager.
 *
 * <p>The thread is created beforehand. Its start takes the monitors of the thread and, on JDK 17, of its group. Neither is within
 * reach of other code while the thread is new: the group is in no other group, so no enumeration leads to it.
 *
 * <p>Argument. Only a step of {@link #claimed} from 0 to 1 leads to a start, so of several callers one starts. A caller that fails
 * steps back to 0, and the next may try, {@value #AFTER_FAILURE_NANOS} ns later at the earliest. A failure may also follow the
 * start itself, such as a stack overflow. Then the thread sets {@link #ran}, which ends all attempts; the attempts until then fail,
 * since no thread starts twice.
 *
 * <p>Happens-before: what the caller that starts does before the call happens-before the task.
 *
 * @see "dev.slipstream.agent.engine.ThisJvm"
 */
final class Launch implements Runnable, BooleanSupplier {
    private static final long AFTER_FAILURE_NANOS = 1_000_000_000L;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long CLAIMED = UNSAFE.objectFieldOffset(Launch.class, "claimed");
    private static final long NAME = UNSAFE.objectFieldOffset(ThreadGroup.class, "name");
    private static final long MAX_PRIORITY = UNSAFE.objectFieldOffset(ThreadGroup.class, "maxPriority");

    private final Runnable task;
    private final Thread thread;
    private volatile int claimed;
    private volatile boolean ran;
    private volatile long noAttemptBefore = System.nanoTime();

    /** Creates the thread, a daemon without a context class loader. */
    Launch(String name, Runnable task) {
        this.task = task;
        thread = new Thread(group(), this, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /** Returns a new group that is in no other group. Every constructor adds the new group to its parent. */
    private static ThreadGroup group() {
        try {
            ThreadGroup group = (ThreadGroup) UNSAFE.allocateInstance(ThreadGroup.class);
            UNSAFE.putReference(group, NAME, "slipstream");
            UNSAFE.putInt(group, MAX_PRIORITY, Thread.MAX_PRIORITY);
            return group;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts the thread, unless it was started or another caller is starting it. Returns whether this call has started it. */
    @Override
    public boolean getAsBoolean() {
        if (ran || claimed != 0) {
            return false;
        }
        long now = 0;
        boolean claims = false;
        boolean started = false;
        try {
            now = System.nanoTime();
            if (now - noAttemptBefore >= 0) {
                claims = UNSAFE.compareAndSetInt(this, CLAIMED, 0, 1);
                if (claims) {
                    thread.start();
                    started = true;
                }
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            started = false;
        } finally {
            // Hazard: no calls here, since the stack may have ended.
            if (claims && !started) {
                noAttemptBefore = now + AFTER_FAILURE_NANOS;
                claimed = 0;
            }
        }
        return started;
    }

    @Override
    public void run() {
        ran = true;
        task.run();
    }
}
