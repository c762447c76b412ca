package dev.slipstream.agent.retrofit;

import dev.slipstream.naming.SlotMaker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** The agent's side of the naming graft, which outlives a detach. Safe for use by several threads, but for switching. */
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

    /** Goes on with another maker, whose counts begin at zero. */
    void goOn(SlotMaker next) {
        maker = next;
        setActive(true);
        beginCounting();
    }

    /** Whether the graft takes a rename of the calling thread off the JDK, which then has taken place. */
    boolean takes(String name) {
        return (Boolean) graft.apply("rename", name);
    }

    /** From now on {@link #counters} counts, from zero. */
    void beginCounting() {
        baseline.begin(counting());
    }

    /** Tries out whether renames go this way, without counting that; see {@link NamingTrial}. */
    String check(NamingTrial trial) throws InterruptedException {
        Map<String, Long> before = counting();
        String failure = trial.outcome();
        baseline.leaveOut(before, counting());
        return failure;
    }

    /** Those of the slots, and the graft's. */
    Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    /** The counters without {@code files}, which goes up and down. */
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
