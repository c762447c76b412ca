package dev.slipstream.agent.pinning;

import dev.slipstream.pinning.CarrierKeeper;
import dev.slipstream.pinning.KeeperCounters;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of the pinning remedy by name. */
final class PinningCounters {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private PinningCounters() {
    }

    static Map<String, Long> of(PinningSwitch pinning, CarrierKeeper keeper) {
        Map<String, Long> counters = new LinkedHashMap<>();
        if (pinning == null || keeper == null) {
            return counters;
        }
        KeeperCounters kept = keeper.counters();
        counters.put("parksCompensated", pinning.compensated());
        counters.put("parksAtMaximum", pinning.saturated());
        counters.put("parksWithoutThread", pinning.failed());
        counters.put("carriers", (long) kept.carriers());
        counters.put("carriersMost", (long) kept.mostCarriers());
        counters.put("carriersAdded", (long) kept.added());
        counters.put("carriersAddedMost", (long) kept.mostAdded());
        counters.put("carriersAddedTotal", kept.totalAdded());
        counters.put("additionsRefused", kept.refused());
        counters.put("atMaximumMillis", kept.atMaximumNanos() / NANOS_PER_MILLI);
        return counters;
    }
}
