package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import dev.slipstream.runtime.threads.Daemon;
import dev.slipstream.runtime.threads.Recall;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Keeps the reported state of each remedy accurate. If another agent has redefined a rewritten class, the guard reapplies the
 * edits, and each affected remedy tests whether it works. It checks on every request, and every {@value #LOOK_MILLIS} ms for a
 * while after any agent has redefined anything. In a JVM without other agents it has no thread.
 *
 * <p>A ring may come with any locks held, so it starts a thread that was prepared before; that one starts the thread that checks.
 */
final class Guard implements Runnable {
    private static final String THREAD = "slipstream-guard";
    private static final long LOOK_MILLIS = 250;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;

    /** Time for which checks continue: an agent may redefine many classes, and does not signal when it has finished. */
    private static final long WHILE_NANOS = 10_000_000_000L;

    private final ReentrantLock lock;
    private final LiveClasses classes;
    private final List<Installation> installations;
    private final Recall recall;

    /** Group of the checking threads. Written before the first ring. */
    private volatile ThreadGroup group;

    /** The latest checking thread, or null. */
    private volatile Daemon daemon;

    private boolean failureSaid;

    Guard(ReentrantLock lock, LiveClasses classes, List<Installation> installations) {
        this.lock = lock;
        this.classes = classes;
        this.installations = installations;
        recall = new Recall(WHILE_NANOS, new Supplier<>() {
            @Override
            public BooleanSupplier get() {
                return classes.launch(THREAD, Guard.this);
            }
        });
    }

    /** Prepares the first thread. Called before the first ring, and before the first one after a {@link #close}. */
    void prepare() {
        group = Daemon.systemGroup();
        recall.prepare();
    }

    /** Starts the checks. Called before an agent redefines classes, on any thread, with any locks held. */
    void ring() {
        if (!classes.isOurs(Thread.currentThread())) {
            recall.call();
        }
    }

    /** Starts the checking thread. Runs on the prepared thread. */
    @Override
    public void run() {
        boolean begun = false;
        try {
            Checks checks = new Checks();
            checks.own.start();
            daemon = checks.own;
            begun = true;
        } catch (OutOfMemoryError outOfMemory) {
            // The next ring tries again.
            begun = false;
        } finally {
            if (!begun) {
                recall.prepare();
            }
        }
    }

    /** Ends the checking thread and waits for it, at most one second. The caller must not hold the engine's lock. */
    void close() {
        Daemon last = daemon;
        if (last != null) {
            last.close();
        }
    }

    private final class Checks implements Runnable {
        final Daemon own = new Daemon(group, THREAD, this);

        @Override
        public void run() {
            do {
                own.pause(LOOK_NANOS);
                if (classes.isTouched() && !own.isClosing()) {
                    lookLocked();
                }
            } while (!own.isClosing() && (recall.isRecent() || !ends()));
        }

        /** Returns false if memory did not suffice: a later ring could start no thread. */
        private boolean ends() {
            try {
                recall.end();
                return true;
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
    }

    private void lookLocked() {
        lock.lock();
        try {
            look();
        } catch (OutOfMemoryError outOfMemory) {
            // The next look tries again.
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
        } catch (Throwable ignored) {
            // One remedy after the other; each reports its own failure.
            for (Installation installation : installations) {
                if (installation.state() == State.ACTIVE) {
                    installation.rewriteAgain();
                }
            }
        }
    }
}
