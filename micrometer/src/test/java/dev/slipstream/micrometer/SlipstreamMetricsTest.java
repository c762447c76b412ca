package dev.slipstream.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
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

    /** The application's call ends as without that bean, and a scrape reads the other meters. */
    @Test
    void aForeignBeanThatThrows() throws Exception {
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=foreign");
        Throwing foreign = new Throwing();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.registerMBean(foreign, name);
        try {
            metrics.bindTo(registry);
            assertThat(values()).hasSize(9)
                    .containsEntry("slipstream.remedy.active remedy=foreign", Double.NaN)
                    .containsEntry("slipstream.counter counter=odd remedy=foreign", 0.0);
            agent.attach("naming");
            foreign.hasInfo = false;
            MeterRegistry other = new SimpleMeterRegistry();
            metrics.bindTo(other);
            assertThat(other.find("slipstream.counter").tag("remedy", "naming").functionCounter()).isNotNull();
        } finally {
            server.unregisterMBean(name);
        }
        agent.detach();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aMeterOfTheApplicationWithTheSameName() {
        Counter own = registry.counter("slipstream.gauge", "remedy", "naming", "gauge", "files");
        agent.attach("naming");
        agent.attach("text");
        metrics.bindTo(registry);
        assertThat(registry.find("slipstream.gauge").tag("remedy", "text").gauge()).isNotNull();
        agent.detach();
        assertThat(registry.getMeters()).containsExactly(own);
    }

    private static final class Throwing implements DynamicMBean {
        private volatile boolean hasInfo = true;

        @Override
        public MBeanInfo getMBeanInfo() {
            if (!hasInfo) {
                throw new IllegalStateException("no information");
            }
            MBeanAttributeInfo odd = new MBeanAttributeInfo("odd", "long", "odd", true, false, false,
                    new ImmutableDescriptor("metricType=counter"));
            return new MBeanInfo(Throwing.class.getName(), "throws", new MBeanAttributeInfo[] {odd}, null, null, null);
        }

        @Override
        public Object getAttribute(String attribute) {
            throw new IllegalStateException(attribute);
        }

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public void setAttribute(Attribute attribute) {}

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return new AttributeList();
        }

        @Override
        public Object invoke(String action, Object[] parameters, String[] signature) {
            throw new IllegalStateException(action);
        }
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
