package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import dev.slipstream.threads.Daemon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the reported state of each remedy accurate. If another agent has redefined a rewritten class, the guard reapplies the
 * edits, and each affected remedy tests whether it works. It checks on every request, and every {@value #LOOK_MILLIS} ms for a
 * while after any agent has redefined anything. In a JVM without other agents it has no thread.
 */
final class Guard implements Runnable {
    private static final long LOOK_MILLIS = 250;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

    /** Time for which checks continue: an agent may redefine many classes, and does not signal when it has finished. */
    private static final long WHILE_NANOS = 10_000_000_000L;

    private final ReentrantLock lock;
    private final LiveClasses classes;
    private final List<Installation> installations;
    private volatile long rung;

    /** Guarded by {@code this}. */
    private Daemon daemon;

    private boolean failureSaid;

    Guard(ReentrantLock lock, LiveClasses classes, List<Installation> installations) {
        this.lock = lock;
        this.classes = classes;
        this.installations = installations;
    }

    /** Starts the checks. Called before an agent redefines classes, on any thread, with any locks held. */
    void ring() {
        if (!classes.isOurs(Thread.currentThread())) {
            rung = System.nanoTime();
            start();
        }
    }

    private synchronized void start() {
        if (daemon == null) {
            Daemon next = new Daemon("slipstream-guard", this);
            // If no thread can be started, the next ring tries again.
            next.start();
            daemon = next;
        }
    }

    /** Ends the thread and waits for it, at most one second. The caller must not hold the engine's lock. */
    void close() {
        Daemon last;
        synchronized (this) {
            last = daemon;
        }
        if (last != null) {
            last.close();
        }
    }

    private synchronized Daemon daemon() {
        return daemon;
    }

    /** Tells whether the thread should end. Decided under the lock that {@link #start} takes, so that no ring is lost. */
    private synchronized boolean isOver(Daemon own) {
        boolean over = own.isClosing() || System.nanoTime() - rung > WHILE_NANOS;
        if (over) {
            daemon = null;
        }
        return over;
    }

    @Override
    public void run() {
        Daemon own = daemon();
        while (!isOver(own)) {
            own.pause(LOOK_NANOS);
            if (classes.isTouched() && !own.isClosing()) {
                lookLocked();
            }
        }
    }

    private void lookLocked() {
        lock.lock();
        try {
            look();
        } catch (OutOfMemoryError nextTime) {
            return;
        } catch (Throwable e) {
            say(e);
        } finally {
            lock.unlock();
        }
    }

    /** Reports the first failure only; the guard continues. */
    private void say(Throwable e) {
        if (!failureSaid) {
            failureSaid = true;
            System.err.println("slipstream: cannot look after its remedies: ".concat(e.toString()));
        }
    }

    /** The caller holds the lock. */
    void look() {
        if (!classes.isTouched()) {
            return;
        }
        try {
            Map<String, Boolean> owners = classes.rewriteTouched();
            for (Installation installation : installations) {
                Boolean lost = owners.get(installation.remedy());
                if (installation.state() == State.ACTIVE && lost != null) {
                    installation.touched(lost);
                }
            }
        } catch (Throwable notTogether) {
            for (Installation installation : installations) {
                if (installation.state() == State.ACTIVE) {
                    installation.rewriteAgain();
                }
            }
        }
    }
}
