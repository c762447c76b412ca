package dev.slipstream.agent.naming;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.runtime.naming.SlotMaker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Agent's side of the naming graft, which outlives a detach. Safe for concurrent use, except for switching. */
final class NamingSwitch {
    private final BiFunction<String, Object, Object> graft;
    private volatile SlotMaker maker;

    private final Baseline baseline = new Baseline();

    NamingSwitch(BiFunction<String, Object, Object> graft, SlotMaker maker) {
        this.graft = graft;
        this.maker = maker;
    }

    void setActive(boolean on) {
        graft.apply("active", on ? maker : null);
    }

    /** Continues with another maker, whose counts start at zero. */
    void goOn(SlotMaker next) {
        maker = next;
        setActive(true);
        beginCounting();
    }

    /** Tells whether the graft handles a rename of the calling thread instead of the JDK; if so, the rename has taken place. */
    boolean takes(String name) {
        return (Boolean) graft.apply("rename", name);
    }

    /** Makes {@link #counters} count from zero, starting now. */
    void beginCounting() {
        baseline.begin(counting());
    }

    /** Tests whether renames go through the graft, without counting the test; see {@link NamingTrial}. */
    String check(NamingTrial trial) throws InterruptedException {
        Map<String, Long> before = counting();
        String failure = trial.outcome();
        baseline.leaveOut(before, counting());
        return failure;
    }

    /** Returns the counters of the slots and of the graft. */
    Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    /** Returns the counters without {@code files}, which is a gauge. */
    private Map<String, Long> counting() {
        Map<String, Long> counters = absolute();
        counters.remove("files");
        return counters;
    }

    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>(maker.counters());
        counters.put("slotsDropped", (Long) graft.apply("failed", null));
        return counters;
    }
}
