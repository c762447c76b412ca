package dev.slipstream.agent.priority;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.priority.Permission;
import dev.slipstream.runtime.priority.PrioritySetter;
import dev.slipstream.runtime.threads.Daemon;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Agent's side of the priority graft. Safe for concurrent use, except for switching. */
final class PrioritySwitch implements Switch {
    private static final int MORE = 64;

    /** @see "java.lang.PriorityGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final PrioritySetter setter;
    private final Baseline baseline = new Baseline(PriorityRetrofit.REMEDY);
    private final RecordedCounters recorded = new RecordedCounters(PriorityRetrofit.REMEDY, this);

    PrioritySwitch(BiFunction<String, Object, Object> graft, PrioritySetter setter) {
        this.graft = graft;
        this.setter = setter;
        baseline.begin(absolute());
    }

    /** Returns a group of the application; threads directly in the root group are the JVM's. */
    private static ThreadGroup main(ThreadGroup root) {
        ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount() + MORE];
        int count = root.enumerate(groups, false);
        for (int i = 0; i < count; i++) {
            if (groups[i].getName().equals("main")) {
                return groups[i];
            }
        }
        throw new IllegalStateException("there is no thread group main");
    }

    /** @throws IllegalStateException if the graft does not work or is not needed; the message says why */
    @Override
    public String activate() throws InterruptedException {
        ThreadGroup root = Daemon.systemGroup();
        ThreadGroup main = main(root);
        PrioritySelfTest.withoutUs(setter, main);
        graft.apply("active", setter);
        PrioritySelfTest.run(setter, main);
        setter.beginCounting();
        applyToAll();
        recorded.joinWhenRecording();
        return note();
    }

    /** Applies the priorities of threads that were started, or given a priority, in the meantime. */
    @Override
    public void rewrittenAgain() {
        applyToAll();
    }

    /** Applies the priorities of all live threads. The graft reports those that start later. */
    private void applyToAll() {
        ThreadGroup root = Daemon.systemGroup();
        Thread[] threads = new Thread[2 * root.activeCount() + MORE];
        int count = root.enumerate(threads, true);
        for (int i = 0; i < count; i++) {
            setter.accept(threads[i], null);
        }
    }

    @Override
    public String check() throws InterruptedException {
        Map<String, Long> before = absolute();
        try {
            PrioritySelfTest.run(setter, main(Daemon.systemGroup()));
            return null;
        } catch (IllegalStateException e) {
            return e.getMessage();
        } finally {
            baseline.leaveOut(before, absolute());
        }
    }

    /** Returns what the process is not permitted to do, or an empty string. */
    private String note() {
        Permission permission = setter.permission();
        if (!permission.canRestore()) {
            return "lowers only, and what it has lowered stays so: " + permission.whyNotRaised();
        }
        return setter.isRaisingLimited() ? "raises to nice value " + permission.smallestNice() + " at most: "
                + permission.whyNotRaised() : "";
    }

    @Override
    public String deactivate() {
        graft.apply("active", null);
        int left = setter.close();
        recorded.leave();
        return left == 0 ? "" : "leaves " + left + (left == 1 ? " thread" : " threads") + " lowered: "
                + setter.permission().whyNotRaised();
    }

    @Override
    public Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    /** Returns the counters of the setter and of the graft, which outlives a detach. */
    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>(setter.counters());
        counters.put(PriorityRetrofit.FAILED.name(), (Long) graft.apply("failed", null));
        return counters;
    }
}
