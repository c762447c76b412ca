package dev.slipstream.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread of ours in an application that does not know it.
 *
 * <p>It belongs to the system's thread group, where an application that interrupts or lists its own group does not meet it; where a
 * security manager forbids that, to the group of its creator. It has no context class loader. An interrupt neither ends nor spins
 * it: {@link #pause} ignores interrupts, and only {@link #close} ends it. Safe for use by several threads, except where noted.
 */
public final class Daemon implements AutoCloseable {
    private static final long CLOSE_MILLIS = 1_000;

    private final Thread thread;
    private volatile boolean closing;

    /** Does not start it. */
    public Daemon(String name, Runnable task) {
        thread = new Thread(systemGroup(), task, name, 0, false);
        prepare(thread);
    }

    /** Makes a thread that is yet to be started such a daemon, apart from its group. */
    public static void prepare(Thread thread) {
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /** The system's thread group, or null if it is not accessible. */
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

    /** Starts it, once. */
    public void start() {
        thread.start();
    }

    /** The thread itself. */
    public Thread thread() {
        return thread;
    }

    /** Whether it is to end. */
    public boolean isClosing() {
        return closing;
    }

    /**
     * Waits. Called by the thread itself.
     *
     * @param nanos how long, in nanoseconds
     * @return false as soon as it is to end
     */
    public boolean pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !closing; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted();
        }
        return !closing;
    }

    /** Has the next park of the thread end at once, or the present one. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** Has it end, and does not wait for that. */
    public void end() {
        closing = true;
        wake();
    }

    /** Has it end, and waits for that, a second at most, unless it is the caller. */
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
