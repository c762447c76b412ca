package dev.slipstream.agent.retrofit;

import java.util.LinkedHashMap;
import java.util.Map;

/** The values that counters had when the remedy became active; the counters outlive a detach. Safe for use by several threads. */
final class Baseline {
    private volatile Map<String, Long> before = Map.of();

    /** From now on {@link #since} counts, from zero. */
    void begin(Map<String, Long> now) {
        before = Map.copyOf(now);
    }

    /** Leaves out the counts between two moments, which were not the application's. */
    void leaveOut(Map<String, Long> from, Map<String, Long> to) {
        Map<String, Long> next = new LinkedHashMap<>(before);
        for (Map.Entry<String, Long> counter : to.entrySet()) {
            String name = counter.getKey();
            next.put(name, next.getOrDefault(name, 0L) + counter.getValue() - from.getOrDefault(name, 0L));
        }
        before = next;
    }

    /** The counters of the user, in the order of those of now. */
    Map<String, Long> since(Map<String, Long> now) {
        Map<String, Long> counters = new LinkedHashMap<>(now);
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            counter.setValue(Math.max(0, counter.getValue() - before.getOrDefault(counter.getKey(), 0L)));
        }
        return counters;
    }
}
