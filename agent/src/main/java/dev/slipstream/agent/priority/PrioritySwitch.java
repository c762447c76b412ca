package dev.slipstream.agent.priority;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.priority.Permission;
import dev.slipstream.runtime.priority.PrioritySetter;
import dev.slipstream.runtime.threads.Daemon;
import java.util.Map;
import java.util.function.BiFunction;

/** Agent's side of the priority graft, from one activation to its end. Safe for concurrent use, except for switching. */
final class PrioritySwitch {
    private static final int MORE = 64;

    private final BiFunction<String, Object, Object> graft;
    private final PrioritySetter setter;
    private final Baseline baseline = new Baseline();

    /** Value at creation: the graft, and so its counter, outlives a detach. */
    private final long failedBefore;

    PrioritySwitch(BiFunction<String, Object, Object> graft, PrioritySetter setter) {
        this.graft = graft;
        this.setter = setter;
        failedBefore = failed();
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
    void activate() throws InterruptedException {
        ThreadGroup root = Daemon.systemGroup();
        ThreadGroup main = main(root);
        PriorityTrial.withoutUs(setter, main);
        graft.apply("active", setter);
        PriorityTrial.run(setter, main);
        setter.beginCounting();
        applyToAll();
    }

    /** Applies the priorities of all live threads. The graft reports those that start later. */
    void applyToAll() {
        ThreadGroup root = Daemon.systemGroup();
        Thread[] threads = new Thread[2 * root.activeCount() + MORE];
        int count = root.enumerate(threads, true);
        for (int i = 0; i < count; i++) {
            setter.accept(threads[i], null);
        }
    }

    /** Returns the failure, or null. */
    String check() throws InterruptedException {
        Map<String, Long> before = setter.counters();
        try {
            PriorityTrial.run(setter, main(Daemon.systemGroup()));
            return null;
        } catch (IllegalStateException e) {
            return e.getMessage();
        } finally {
            baseline.leaveOut(before, setter.counters());
        }
    }

    /** Returns what the process is not permitted to do, or an empty string. */
    String note() {
        Permission permission = setter.permission();
        if (!permission.canRestore()) {
            return "lowers only, and what it has lowered stays so: " + permission.whyNotRaised();
        }
        return setter.isRaisingLimited() ? "raises to nice value " + permission.smallestNice() + " at most: "
                + permission.whyNotRaised() : "";
    }

    /** @return what could not be undone, or an empty string */
    String deactivate() {
        graft.apply("active", null);
        int left = setter.close();
        return left == 0 ? "" : "leaves " + left + (left == 1 ? " thread" : " threads") + " lowered: "
                + setter.permission().whyNotRaised();
    }

    Map<String, Long> counters() {
        Map<String, Long> counters = baseline.since(setter.counters());
        counters.put("failed", failed() - failedBefore);
        return counters;
    }

    private long failed() {
        return (Long) graft.apply("failed", null);
    }
}
