package dev.slipstream.pinning;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts of the sites at which virtual threads were seen pinned. Only the keeper's thread samples and counts; any thread reads. */
final class PinSites {
    /** Number of distinct sites kept: enough for a report, and a bound for an application that generates classes. */
    private static final int MOST_SITES = 256;

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /** Counts a virtual thread that parks, or parked a moment ago, while pinned. */
    void countParked(Thread parked) {
        PinSite.of(parked.getStackTrace()).ifPresent(site -> count(site.toString()));
    }

    /** Counts the virtual thread of a carrier that is stuck. */
    void countStuck(Thread mounted, boolean enteringMonitor) {
        PinSite.ofStuck(mounted.getStackTrace(), enteringMonitor).ifPresent(site -> count(site.toString()));
    }

    private void count(String site) {
        if (counts.size() < MOST_SITES || counts.containsKey(site)) {
            counts.merge(site, 1L, Long::sum);
        }
    }

    Map<String, Long> top(int most) {
        Map<String, Long> top = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .forEach(site -> top.put(site.getKey(), site.getValue()));
        return top;
    }
}
