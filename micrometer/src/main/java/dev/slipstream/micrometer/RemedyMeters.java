package dev.slipstream.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Meters in one registry, of the beans that are there. The lock is held while meters come and go, but not while they are read:
 * the thread that registers a bean holds the agent's lock and waits for this one.
 */
final class RemedyMeters implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(RemedyMeters.class.getName());
    private static final List<String> STATES = List.of("active", "unneeded", "declined", "failed", "lost", "stuck", "off");

    private final RemedyBeans beans = new RemedyBeans();
    private final Map<ObjectName, List<Meter>> meters = new HashMap<>();
    private final MeterRegistry registry;
    private final RemedyBeans.Watch watch;
    private boolean closed;

    RemedyMeters(MeterRegistry registry) {
        this.registry = registry;
        watch = beans.watch(this::update);
        update();
    }

    /** Compares with the beans, so that neither the order of notifications nor one that comes twice matters. */
    private synchronized void update() {
        Set<ObjectName> there = closed ? Set.of() : beans.names();
        meters.entrySet().removeIf(each -> !there.contains(each.getKey()) && remove(each.getValue()));
        for (ObjectName bean : there) {
            if (!meters.containsKey(bean)) {
                List<Meter> all = new ArrayList<>();
                meters.put(bean, all);
                addOrSay(bean, all);
            }
        }
    }

    private boolean remove(List<Meter> those) {
        those.forEach(registry::remove);
        return true;
    }

    /** Throws nothing: neither a foreign bean nor a meter of the application with such a name stops the application. */
    private void addOrSay(ObjectName bean, List<Meter> all) {
        try {
            add(bean, all);
        } catch (RuntimeException e) {
            LOGGER.log(Level.WARNING, () -> "Not all meters of " + bean + " were added: " + e);
        }
    }

    private void add(ObjectName bean, List<Meter> all) {
        Tags remedy = Tags.of("remedy", bean.getKeyProperty("name"));
        all.add(gauge("slipstream.remedy.active", "1 where the remedy is active", remedy, () -> number(bean, "Active")));
        for (String state : STATES) {
            all.add(gauge("slipstream.remedy.state", "1 for the state that the remedy is in, 0 for the others",
                    remedy.and("state", state), () -> state.equals(read(bean, "State")) ? 1 : 0));
        }
        for (MBeanAttributeInfo attribute : attributes(bean)) {
            String name = attribute.getName();
            Object kind = attribute.getDescriptor().getFieldValue("metricType");
            if ("counter".equals(kind)) {
                all.add(counter(bean, name, remedy.and("counter", name)));
            } else if ("gauge".equals(kind)) {
                all.add(gauge("slipstream.gauge", "Of a remedy, now: remedies/metrics.md says what", remedy.and("gauge", name),
                        () -> number(bean, name)));
            }
        }
    }

    private Meter gauge(String name, String description, Tags tags, Supplier<@Nullable Number> value) {
        return Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    /** A counter without a value is 0: a registry that adds up differences would keep a NaN for good. */
    private Meter counter(ObjectName bean, String name, Tags tags) {
        // Micrometer holds the beans weakly; the lambda keeps them.
        return FunctionCounter.builder("slipstream.counter", beans, any -> {
            Number value = number(bean, name);
            return value == null ? 0 : value.doubleValue();
        }).description("Of a remedy, since it became active: remedies/metrics.md says what").tags(tags).register(registry);
    }

    private MBeanAttributeInfo[] attributes(ObjectName bean) {
        try {
            return beans.server().getMBeanInfo(bean).getAttributes();
        } catch (JMException e) {
            // It has gone meanwhile, and the next notification says so.
            return new MBeanAttributeInfo[0];
        }
    }

    private @Nullable Number number(ObjectName bean, String attribute) {
        return read(bean, attribute) instanceof Number number ? number : null;
    }

    private @Nullable Object read(ObjectName bean, String attribute) {
        try {
            return beans.server().getAttribute(bean, attribute);
        } catch (JMException | RuntimeException e) {
            // It has gone meanwhile, or is a foreign bean that throws. A registry passes on what a counter throws.
            return null;
        }
    }

    @Override
    public void close() {
        watch.close();
        synchronized (this) {
            closed = true;
            update();
        }
    }
}
