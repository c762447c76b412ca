package dev.slipstream.agent.naming;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.runtime.naming.NamePublisher;
import dev.slipstream.runtime.naming.SlotMaker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Agent's side of the naming graft, which outlives a detach. Safe for concurrent use, except for switching. */
final class NamingSwitch implements Switch {
    /** @see "java.lang.NamingGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final NamingRetrofit.Planned planned;
    private final NamingReports reports;
    private final Baseline baseline = new Baseline(NamingRetrofit.REMEDY);

    /** A publisher in published mode. A checkpoint ends it, and another one takes its place after the restore. */
    private volatile SlotMaker maker;

    /** Kept reachable, since the JDK references it weakly. Null if there are no checkpoints. */
    @SuppressWarnings("unused")
    private @Nullable Object resource;
    private boolean isOff;

    NamingSwitch(BiFunction<String, Object, Object> graft, Callback callback, NamingRetrofit.Planned planned) {
        this.graft = graft;
        this.planned = planned;
        reports = new NamingReports(callback, new RecordedCounters(NamingRetrofit.REMEDY, this));
        // Last: a publisher asks for the counters only once a rename has woken it, for which a slot of this maker is needed.
        maker = planned.start(reports);
    }

    /** @throws IllegalStateException if renames do not go through the graft; the message says why */
    @Override
    public String activate() throws InterruptedException, ReflectiveOperationException {
        setActive(true);
        String failure = check();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        baseline.begin(absolute());
        if (maker instanceof NamePublisher) {
            reports.use();
            if (Checkpoints.mayBeMade()) {
                resource = Checkpoints.register(this::suspend, this::resume);
            }
        }
        return "";
    }

    private void setActive(boolean on) {
        graft.apply("active", on ? maker : null);
    }

    /** Closes all name files. Until {@link #resume} the JDK does all renames. */
    private synchronized void suspend() {
        if (!isOff) {
            finish();
            setActive(false);
        }
    }

    /** Starts a new publisher. Threads of a restored process may have other native ids, so each thread starts anew. */
    private synchronized void resume() {
        if (!isOff) {
            maker = planned.start(reports);
            setActive(true);
            baseline.begin(absolute());
        }
    }

    /** Tells whether the graft handles a rename of the calling thread instead of the JDK; if so, the rename has taken place. */
    boolean takes(String name) {
        return (Boolean) graft.apply("rename", name);
    }

    /** Gives threads new slots: the JDK may have set native names since the old slots last recorded them. */
    @Override
    public void rewrittenAgain() {
        setActive(true);
    }

    @Override
    public @Nullable String check() throws InterruptedException {
        Map<String, Long> before = absolute();
        String failure = new NamingSelfTest(this, maker, reports).outcome();
        baseline.leaveOut(before, absolute());
        return failure;
    }

    /**
     * Publishes outstanding names while every rename still consults its slot. A later rename would no longer be seen, and an older
     * name might overwrite it.
     */
    @Override
    public synchronized void finish() {
        if (maker instanceof NamePublisher publisher) {
            publisher.close();
        }
    }

    @Override
    public synchronized String deactivate() {
        isOff = true;
        setActive(false);
        reports.close();
        return "";
    }

    /** Returns the counters of the slots and of the graft. */
    @Override
    public Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>(maker.counters());
        counters.put(NamingRetrofit.SLOTS_DROPPED.name(), (Long) graft.apply("failed", null));
        return counters;
    }
}
