package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The agent's side of the arenas graft, with a thread that is started when threads contend for a session for the first time. It
 * makes the trial, lets sessions be put on stripes, and from there on looks once a second whether the edits are there still, and
 * whether somebody records. Not earlier, since each thread of a JVM makes each close of an arena dearer: all of them are asked.
 */
final class ArenasSwitch implements Runnable {
    /**
     * From the rewriting of the methods until sessions are put on stripes. A thread that was inside the JDK's own close when it
     * was rewritten has left it by then; one in an acquire or release may still be there.
     */
    private static final long GRACE_NANOS = 1_000_000_000;
    private static final long SECOND_MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final BiFunction<String, Object, Object> graft;
    private final Watch watch;
    private final ArenasRetrofit retrofit;
    private final Thread thread;
    private long rewritten;
    private boolean closing;

    ArenasSwitch(BiFunction<String, Object, Object> graft, Watch watch, ArenasRetrofit retrofit) {
        this.graft = graft;
        this.watch = watch;
        this.retrofit = retrofit;
        thread = new Thread(null, this, "slipstream-arenas", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /** The methods are rewritten. */
    void arm() {
        rewritten = System.nanoTime();
        graft.apply("arm", thread);
    }

    @Override
    public void run() {
        try {
            long left = GRACE_NANOS - (System.nanoTime() - rewritten);
            Thread.sleep(left > 0 ? left / NANOS_PER_MILLI + 1 : 0);
            if (isClosing()) {
                return;
            }
            String failure = (String) graft.apply("trial", null);
            if (failure != null) {
                watch.undo(failure);
                return;
            }
            open();
            watch();
        } catch (InterruptedException weAreToEnd) {
            return;
        } catch (RuntimeException | Error e) {
            watch.undo(e.toString());
        }
    }

    /** Who detaches interrupts the thread, which goes unnoticed where that is only about to be started. */
    private synchronized boolean isClosing() {
        return closing;
    }

    private synchronized void open() {
        if (!closing) {
            graft.apply("open", null);
        }
    }

    private void watch() throws InterruptedException {
        PeriodicEvents events = null;
        try {
            while ((boolean) graft.apply("holds", null)) {
                if (events == null) {
                    events = ArenasEvents.join(retrofit);
                }
                Thread.sleep(SECOND_MILLIS);
            }
        } finally {
            if (events != null) {
                events.leave();
            }
        }
        watch.undo("another agent has rewritten " + ArenasRetrofit.SESSION.replace('/', '.'));
    }

    /** Ends the thread, and puts all sessions back on one counter each. */
    void close() throws InterruptedException {
        synchronized (this) {
            closing = true;
        }
        graft.apply("fold", null);
        if (thread != Thread.currentThread()) {
            thread.interrupt();
            // Not for ever: it may be waiting for whoever called this, to report that the trial failed.
            thread.join(SECOND_MILLIS);
        }
    }

    Map<String, Long> counters() {
        long[] numbers = (long[]) graft.apply("counters", null);
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("striped", numbers[0]);
        counters.put("stripedClosed", numbers[1]);
        counters.put("stripedNow", numbers[2]);
        counters.put("withoutSlot", numbers[3]);
        return counters;
    }
}
