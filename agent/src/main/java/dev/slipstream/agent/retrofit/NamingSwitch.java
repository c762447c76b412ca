package dev.slipstream.agent.retrofit;

import dev.slipstream.naming.NamePublisher;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The agent's side of the naming graft, which outlives a detach. Safe for use by several threads, but for switching. */
final class NamingSwitch {
    private final BiFunction<String, Object, Object> graft;
    private final Supplier<Predicate<String>> maker;
    private final NamePublisher publisher;

    /** What the trial has done is none of the application's. */
    private volatile Map<String, Long> before = Map.of();

    /**
     * @param maker makes a slot for the thread that calls it
     * @param publisher whose counters are shown, or null
     */
    NamingSwitch(BiFunction<String, Object, Object> graft, Supplier<Predicate<String>> maker, NamePublisher publisher) {
        this.graft = graft;
        this.maker = maker;
        this.publisher = publisher;
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

    /** The publisher's, if there is one, and the graft's. */
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
        Map<String, Long> counters = new LinkedHashMap<>();
        if (publisher != null) {
            counters.putAll(publisher.counters());
        }
        counters.put("slotsDropped", (Long) graft.apply("failed", null));
        return counters;
    }
}
