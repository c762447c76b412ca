package dev.slipstream.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Metrics of Slipstream's remedies in this JVM: {@code slipstream.remedy.active} and {@code slipstream.remedy.state} for each
 * remedy, {@code slipstream.counter} and {@code slipstream.gauge} for each of its counters.
 *
 * <p>Without Slipstream the registry gets nothing. An attach, at any time, adds the meters, and a detach removes them. While a
 * remedy is not active, its counters are 0 and its gauges NaN.
 *
 * <p>Methods may be called by any thread.
 */
public final class SlipstreamMetrics implements MeterBinder, AutoCloseable {
    private final List<RemedyMeters> bound = new CopyOnWriteArrayList<>();

    /** Creates a binder that is bound to no registry. */
    public SlipstreamMetrics() {}

    /**
     * Adds the meters of all remedies that are there or will come, until {@link #close}.
     *
     * @param registry a registry that was not bound before
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bound.add(new RemedyMeters(registry));
    }

    /** Removes all meters from all registries. More calls have no effect. */
    @Override
    public void close() {
        bound.removeIf(each -> {
            each.close();
            return true;
        });
    }
}
