package dev.slipstream.agent.retrofit;

import dev.slipstream.naming.SlotMaker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** The agent's side of the naming graft, which outlives a detach. Safe for use by several threads, but for switching. */
final class NamingSwitch {
    private final BiFunction<String, Object, Object> graft;
    private final SlotMaker maker;

    /** What the trial has done is none of the application's. */
    private volatile Map<String, Long> before = Map.of();

    NamingSwitch(BiFunction<String, Object, Object> graft, SlotMaker maker) {
        this.graft = graft;
        this.maker = maker;
    }

    void setActive(boolean on) {
        graft.apply("active", on ? maker : null);
    }

    /** Whether the graft takes a rename of the calling thread off the JDK, which then has taken place. */
    boolean takes(String name) {
        return (Boolean) graft.apply("rename", name);
    }

    /** From now on {@link #counters} counts, from zero. */
    void beginCounting() {
        before = absolute();
    }

    /** Those of the slots, and the graft's. */
    Map<String, Long> counters() {
        Map<String, Long> counters = absolute();
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            Long first = before.get(counter.getKey());
            if (first != null && !counter.getKey().equals("files")) {
                counter.setValue(counter.getValue() - first);
            }
        }
        return counters;
    }

    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>(maker.counters());
        counters.put("slotsDropped", (Long) graft.apply("failed", null));
        return counters;
    }
}
