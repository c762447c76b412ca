package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import dev.slipstream.threads.Daemon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the state of each remedy true: where another agent has had a rewritten class redefined, it puts the edits in force again,
 * and
 * has each remedy concerned try out whether it works. It looks whenever a request comes, and every {@value #LOOK_MILLIS} ms for a
 * while after any agent has redefined anything. A JVM without other agents has no thread for it.
 */
final class Guard implements Runnable {
    private static final long LOOK_MILLIS = 250;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

    /** An agent may take that long for its many classes, and says nothing when it has done. */
    private static final long WHILE_NANOS = 10_000_000_000L;

    private final ReentrantLock lock;
    private final LiveClasses classes;
    private final List<Installation> installations;
    private volatile long rung;

    /** Guarded by this. */
    private Daemon daemon;

    private boolean failureSaid;

    Guard(ReentrantLock lock, LiveClasses classes, List<Installation> installations) {
        this.lock = lock;
        this.classes = classes;
        this.installations = installations;
    }

    /** Called before an agent redefines classes. Any thread, with whatever locks. */
    void ring() {
        if (!classes.isOurs(Thread.currentThread())) {
            rung = System.nanoTime();
            start();
        }
    }

    private synchronized void start() {
        if (daemon == null) {
            Daemon next = new Daemon("slipstream-guard", this);
            // Where no thread can be had, the next ring tries again.
            next.start();
            daemon = next;
        }
    }

    /** Ends its thread, and waits for that, a second at most. The caller does not hold the engine's lock. */
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

    /** Whether the thread is to end. Decided under the lock that {@link #start} takes, so that no ring is lost. */
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

    /** It goes on all the same. */
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
                Boolean lost = owners.get(installation.retrofit().remedy());
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
