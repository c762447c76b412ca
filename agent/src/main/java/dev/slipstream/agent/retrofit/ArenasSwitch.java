package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.threads.Daemon;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The agent's side of the arenas graft, with a thread that is started when threads contend for a session for the first time. It
 * makes the trial, lets sessions be put on stripes, and from there on looks once a second whether a recording runs. Not earlier,
 * since each thread of a JVM makes each close of an arena dearer: all of them are asked.
 */
final class ArenasSwitch implements Runnable {
    /**
     * From the rewriting of the methods until sessions are put on stripes. A thread that was inside the JDK's own close when it
     * was rewritten has left it by then; one in an acquire or release may still be there.
     */
    private static final long GRACE_NANOS = 1_000_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final BiFunction<String, Object, Object> graft;
    private final Watch watch;
    private final ArenasRetrofit retrofit;
    private final Daemon daemon;
    private long rewritten;

    ArenasSwitch(BiFunction<String, Object, Object> graft, Watch watch, ArenasRetrofit retrofit) {
        this.graft = graft;
        this.watch = watch;
        this.retrofit = retrofit;
        daemon = new Daemon("slipstream-arenas", this);
    }

    /** The methods are rewritten. */
    void arm() {
        rewritten = System.nanoTime();
        graft.apply("arm", daemon.thread());
    }

    @Override
    public void run() {
        try {
            if (!daemon.pause(GRACE_NANOS - (System.nanoTime() - rewritten))) {
                return;
            }
            String failure = (String) graft.apply("trial", null);
            if (failure != null) {
                watch.undo(failure);
                return;
            }
            open();
            joinRecorders();
        } catch (RuntimeException | Error e) {
            watch.undo(e.toString());
        }
    }

    private synchronized void open() {
        if (!daemon.isClosing()) {
            graft.apply("open", null);
        }
    }

    private void joinRecorders() {
        PeriodicEvents events = null;
        try {
            do {
                if (events == null) {
                    events = ArenasEvents.join(retrofit);
                }
            } while (daemon.pause(SECOND_NANOS));
        } finally {
            if (events != null) {
                events.leave();
            }
        }
    }

    /** Returns the failure, or null. Before threads have contended for a session there is none to find. */
    String check() {
        boolean begun = daemon.thread().getState() != Thread.State.NEW;
        return begun && !(boolean) graft.apply("holds", null) ? "a shared session does not ask the graft" : null;
    }

    /** Ends the thread, and puts all sessions back on one counter each. */
    void close() {
        synchronized (this) {
            daemon.end();
        }
        graft.apply("fold", null);
        daemon.close();
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
