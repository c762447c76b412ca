package dev.slipstream.agent.arenas;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.runtime.threads.Daemon;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Agent's side of the arenas graft. Its thread is started when threads first contend for a session. The thread runs the self-test,
 * enables striping, and from then on checks once a second whether a recording runs. It is not started earlier because each thread
 * of a JVM makes each close of an arena dearer: the close handshakes with all of them.
 */
final class ArenasSwitch implements Switch, Runnable {
    static final String THREAD = "slipstream-arenas";

    /**
     * Delay from the rewriting of the methods until sessions may be striped. A thread that was inside the JDK's own close when it
     * was rewritten has left it by then; a thread in an acquire or release may still be there.
     */
    private static final long GRACE_NANOS = 1_000_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** @see "jdk.internal.foreign.ArenasGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final Callback callback;
    private final Daemon daemon;
    private long rewritten;

    ArenasSwitch(BiFunction<String, Object, Object> graft, Callback callback) {
        this.graft = graft;
        this.callback = callback;
        daemon = new Daemon(THREAD, this);
    }

    /**
     * Arms the graft. The self-test has to wait until a session is contended: earlier it would needlessly initialise much of
     * {@code java.lang.foreign}.
     */
    @Override
    public String activate() {
        rewritten = System.nanoTime();
        graft.apply("arm", daemon.thread());
        return "";
    }

    @Override
    public void run() {
        try {
            if (!daemon.pause(GRACE_NANOS - (System.nanoTime() - rewritten))) {
                return;
            }
            String failure = (String) graft.apply("self-test", null);
            if (failure != null) {
                callback.undo(failure);
                return;
            }
            open();
            joinRecorders();
        } catch (RuntimeException | Error e) {
            callback.undo(e.toString());
        }
    }

    private synchronized void open() {
        if (!daemon.isClosing()) {
            graft.apply("open", null);
        }
    }

    private void joinRecorders() {
        RecordedCounters recorded = new RecordedCounters(ArenasRetrofit.REMEDY, this);
        try {
            do {
                recorded.joinIfRecording();
            } while (daemon.pause(SECOND_NANOS));
        } finally {
            recorded.leave();
        }
    }

    /** Nothing can fail before threads have contended for a session. */
    @Override
    public @Nullable String check() {
        boolean begun = daemon.thread().getState() != Thread.State.NEW;
        return begun && !(boolean) graft.apply("holds", null) ? "a shared session does not ask the graft" : null;
    }

    /**
     * Ends the thread, and folds all sessions back to one counter each while every rewritten body still calls the graft: the JDK's
     * own bodies would misread the location of the stripes as a number of acquires.
     */
    @Override
    public void finish() {
        synchronized (this) {
            daemon.end();
        }
        graft.apply("fold", null);
        daemon.close();
    }

    /** Does nothing: {@link #finish} leaves nothing active. */
    @Override
    public String deactivate() {
        return "";
    }

    @Override
    public Map<String, Long> counters() {
        return ArenasRetrofit.REMEDY.counted((long[]) graft.apply("counters", null));
    }
}
