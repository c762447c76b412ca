package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import dev.slipstream.threads.Daemon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the state of each remedy true: notices when another agent has a rewritten class redefined, puts the edits in force again,
 * and has each remedy concerned try out whether it works. Looks every {@value #LOOK_MILLIS} ms, which costs a few reads of memory,
 * and whenever a request comes. On the way it registers the MXBeans.
 */
final class Guard implements Runnable {
    private static final long LOOK_MILLIS = 700;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

    private final ReentrantLock lock;
    private final LiveClasses classes;
    private final List<Installation> installations;
    private final Observability observability;
    private Daemon daemon;
    private volatile Daemon ending;
    private boolean failureSaid;

    Guard(ReentrantLock lock, LiveClasses classes, List<Installation> installations, Observability observability) {
        this.lock = lock;
        this.classes = classes;
        this.installations = installations;
        this.observability = observability;
    }

    /** Starts its thread, unless it runs. The caller holds the lock. */
    void start() {
        if (daemon == null) {
            daemon = new Daemon("slipstream-guard", this);
            daemon.start();
        }
    }

    /** Has its thread end. The caller holds the lock, which the thread may be waiting for; see {@link #awaitEnd}. */
    void end() {
        if (daemon != null) {
            daemon.end();
            ending = daemon;
            daemon = null;
        }
    }

    /** Waits until the thread has ended that was to end, a second at most. The caller does not hold the lock. */
    void awaitEnd() {
        Daemon last = ending;
        if (last != null) {
            last.close();
            ending = null;
        }
    }

    @Override
    public void run() {
        Daemon own = null;
        while (own == null || own.pause(LOOK_NANOS)) {
            lock.lock();
            try {
                if (own == null) {
                    own = daemon;
                    if (own == null) {
                        return;
                    }
                } else if (!own.isClosing()) {
                    observability.look();
                    look();
                }
            } catch (OutOfMemoryError nextTime) {
                continue;
            } catch (Throwable e) {
                say(e);
            } finally {
                lock.unlock();
            }
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
