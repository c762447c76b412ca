package dev.slipstream.agent.counters;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counter values at the time the remedy became active; the counters themselves outlive a detach. Levels have no baseline. Safe
 * for concurrent use.
 */
public final class Baseline {
    private final Remedy remedy;
    private volatile Map<String, Long> before = Map.of();

    /** Creates a baseline of zeros. */
    public Baseline(Remedy remedy) {
        this.remedy = remedy;
    }

    /** Makes {@link #since} count from zero, starting now. */
    public void begin(Map<String, Long> now) {
        before = withoutLevels(now);
    }

    private Map<String, Long> withoutLevels(Map<String, Long> all) {
        Map<String, Long> counts = new LinkedHashMap<>(all);
        for (Counter counter : remedy.counters()) {
            if (counter.isGauge()) {
                counts.remove(counter.name());
            }
        }
        return counts;
    }

    /** Excludes the counts between two moments, which were not caused by the application. */
    public void leaveOut(Map<String, Long> from, Map<String, Long> to) {
        Map<String, Long> next = new LinkedHashMap<>(before);
        for (Map.Entry<String, Long> counter : withoutLevels(to).entrySet()) {
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
