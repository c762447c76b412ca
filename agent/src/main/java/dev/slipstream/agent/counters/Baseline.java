package dev.slipstream.agent.counters;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counter values at the time the remedy became active; the counters themselves outlive a detach. Safe for concurrent use. */
public final class Baseline {
    private volatile Map<String, Long> before = Map.of();

    /** Makes {@link #since} count from zero, starting now. */
    public void begin(Map<String, Long> now) {
        before = Map.copyOf(now);
    }

    /** Excludes the counts between two moments, which were not caused by the application. */
    public void leaveOut(Map<String, Long> from, Map<String, Long> to) {
        Map<String, Long> next = new LinkedHashMap<>(before);
        for (Map.Entry<String, Long> counter : to.entrySet()) {
            String name = counter.getKey();
            next.put(name, next.getOrDefault(name, 0L) + counter.getValue() - from.getOrDefault(name, 0L));
        }
        before = next;
    }

    /** Returns the counts since the baseline, in the order of the given counters. */
    public Map<String, Long> since(Map<String, Long> now) {
        Map<String, Long> counters = new LinkedHashMap<>(now);
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            counter.setValue(Math.max(0, counter.getValue() - before.getOrDefault(counter.getKey(), 0L)));
        }
        return counters;
    }
}
