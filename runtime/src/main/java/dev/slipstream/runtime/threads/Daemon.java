package dev.slipstream.runtime.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread of this library, in an application that is not aware of it.
 *
 * <p>It belongs to the system's thread group, so an application that interrupts or lists its own group does not reach it. If a
 * security manager forbids that, it belongs to the group of its creator. It has no context class loader. An interrupt neither
 * ends the thread nor makes it spin: {@link #pause} ignores interrupts, and only {@link #end} or {@link #close} ends it. Safe
 * for use by several threads, except where noted.
 */
public final class Daemon implements AutoCloseable {
    private static final long CLOSE_MILLIS = 1_000;

    private final Thread thread;
    private volatile boolean closing;

    /** Creates the thread, and does not start it. */
    public Daemon(String name, Runnable task) {
        this(systemGroup(), name, task);
    }

    /** Creates the thread in a group, for a caller that is in none of the system's, and does not start it. */
    public Daemon(ThreadGroup group, String name, Runnable task) {
        thread = new Thread(group, task, name, 0, false);
        prepare(thread);
    }

    /** Gives a thread that is not started yet the properties of such a daemon, except the thread group. */
    public static void prepare(Thread thread) {
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /** Returns the system's thread group, or null if it is not accessible. */
    @SuppressWarnings("removal")
    public static ThreadGroup systemGroup() {
        try {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            for (ThreadGroup parent = group.getParent(); parent != null; parent = parent.getParent()) {
                group = parent;
            }
            group.checkAccess();
            return group;
        } catch (SecurityException e) {
            return null;
        }
    }

    /** Runs a task that ends soon, and waits for its end. Ignores interrupts; the interrupt status is restored. */
    public static void runToEnd(String name, Runnable task) {
        Daemon daemon = new Daemon(name, task);
        daemon.start();
        awaitEnd(daemon.thread);
    }

    /** Waits for a thread that ends soon. Ignores interrupts; the interrupt status is restored. */
    public static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts the thread, once. */
    public void start() {
        thread.start();
    }

    /** Returns the thread itself. */
    public Thread thread() {
        return thread;
    }

    /** Returns whether the thread has been told to end. */
    public boolean isClosing() {
        return closing;
    }

    /**
     * Waits. Called by the thread itself.
     *
     * @param nanos duration in nanoseconds
     * @return false as soon as the thread is told to end
     */
    public boolean pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !closing; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted();
        }
        return !closing;
    }

    /** Ends the thread's current park, or makes its next one return at once. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** Tells the thread to end, and does not wait for that. */
    public void end() {
        closing = true;
        wake();
    }

    /** Tells the thread to end, and waits for that, a second at most, unless it is the caller. */
    @Override
    public void close() {
        end();
        if (Thread.currentThread() != thread) {
            join();
        }
    }

    private void join() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        boolean interrupted = false;
        for (long left = CLOSE_MILLIS; left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            try {
                thread.join(left);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
