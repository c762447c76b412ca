package dev.slipstream.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Meters follow the beans, whenever these come and go. */
class SlipstreamMetricsTest {
    private static final int CYCLES = 50;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final SlipstreamMetrics metrics = new SlipstreamMetrics();
    private final FakeAgent agent = new FakeAgent();

    @AfterEach
    void end() {
        agent.detach();
        metrics.close();
    }

    private Map<String, Double> values() {
        Map<String, Double> values = new HashMap<>();
        for (Meter meter : registry.getMeters()) {
            String name = meter.getId().getName() + meter.getId().getTags().stream()
                    .map(tag -> " " + tag.getKey() + "=" + tag.getValue()).collect(Collectors.joining());
            values.put(name, meter instanceof Gauge gauge ? gauge.value() : ((FunctionCounter) meter).count());
        }
        return values;
    }

    @Test
    void withoutSlipstreamThereIsNothing() {
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void anAgentThatWasThereFirst() {
        agent.attach("naming");
        metrics.bindTo(registry);
        showsNaming();
    }

    @Test
    void anAttachAndADetach() {
        metrics.bindTo(registry);
        agent.attach("naming");
        showsNaming();
        agent.attach("text");
        assertThat(values()).hasSize(20).containsEntry("slipstream.counter counter=renames remedy=text", 7.0);
        agent.detach();
        assertThat(registry.getMeters()).isEmpty();
        agent.attach("naming");
        showsNaming();
    }

    private void showsNaming() {
        assertThat(values()).hasSize(10)
                .containsEntry("slipstream.remedy.active remedy=naming", 1.0)
                .containsEntry("slipstream.remedy.state remedy=naming state=active", 1.0)
                .containsEntry("slipstream.remedy.state remedy=naming state=lost", 0.0)
                .containsEntry("slipstream.counter counter=renames remedy=naming", 7.0)
                .containsEntry("slipstream.gauge gauge=files remedy=naming", 3.0);
    }

    @Test
    void aRemedyThatIsNotActiveHasNoCounts() {
        metrics.bindTo(registry);
        agent.attach("naming");
        agent.become("lost");
        assertThat(values()).hasSize(10)
                .containsEntry("slipstream.remedy.active remedy=naming", 0.0)
                .containsEntry("slipstream.remedy.state remedy=naming state=active", 0.0)
                .containsEntry("slipstream.remedy.state remedy=naming state=lost", 1.0)
                .containsEntry("slipstream.counter counter=renames remedy=naming", 0.0)
                .containsEntry("slipstream.gauge gauge=files remedy=naming", Double.NaN);
    }

    @Test
    void metersOfABeanThatHasJustGone() {
        metrics.bindTo(registry);
        agent.attach("naming");
        Gauge active = registry.get("slipstream.remedy.active").gauge();
        FunctionCounter renames = registry.get("slipstream.counter").functionCounter();
        agent.detach();
        assertThat(active.value()).isNaN();
        assertThat(renames.count()).isZero();
    }

    @Test
    void closingRemovesThemFromAllRegistries() {
        CompositeMeterRegistry other = new CompositeMeterRegistry();
        metrics.bindTo(registry);
        metrics.bindTo(other);
        agent.attach("naming");
        assertThat(other.getMeters()).hasSameSizeAs(registry.getMeters()).isNotEmpty();
        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(other.getMeters()).isEmpty();
        agent.attach("text");
        assertThat(registry.getMeters()).isEmpty();
    }

    /** Beans come on one thread, registries on another: neither misses what the other does. */
    @Test
    void attachesWhileRegistriesAreBound() throws InterruptedException {
        for (int i = 0; i < CYCLES; i++) {
            Thread attaching = new Thread(() -> agent.attach("naming"));
            attaching.start();
            MeterRegistry bound = new SimpleMeterRegistry();
            metrics.bindTo(bound);
            attaching.join();
            assertThat(bound.getMeters()).as("cycle %d", i).hasSize(10);
            agent.detach();
            assertThat(bound.getMeters()).as("cycle %d", i).isEmpty();
        }
    }
}
