package dev.slipstream.spring;

import dev.slipstream.micrometer.RemedyBeans;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Actuator's endpoint {@code slipstream}: the remedies in this JVM, as {@code slipstream status --json} has them. */
@Endpoint(id = "slipstream")
public final class SlipstreamEndpoint {
    private final RemedyBeans beans = new RemedyBeans();

    SlipstreamEndpoint() {}

    /**
     * Returns the status. Without Slipstream Actuator answers "not found".
     *
     * @return the status, or null without Slipstream
     */
    @ReadOperation
    public @Nullable Status status() {
        Map<String, Remedy> remedies = Remedy.all(beans);
        List<String> active = remedies.entrySet().stream().filter(each -> each.getValue().state().equals("active"))
                .map(Map.Entry::getKey).toList();
        return remedies.isEmpty() ? null : new Status(active, remedies);
    }

    /**
     * Status of Slipstream in this JVM.
     *
     * @param active the names of the active remedies, in alphabetical order
     * @param remedies all remedies by name
     */
    public record Status(List<String> active, Map<String, Remedy> remedies) {}

    /**
     * Status of a remedy.
     *
     * @param state one word, such as {@code active}
     * @param reason the reason of the state; may be empty
     * @param since when it became active; null unless it is
     * @param options the settings in force; empty unless active
     * @param counters the counters by name; empty unless active
     * @param sites places in the application that pay, with their samples; empty unless active
     */
    public record Remedy(String state, String reason, @Nullable Instant since, Map<String, Object> options,
            Map<String, Object> counters, Map<String, Object> sites) {
        static Map<String, Remedy> all(RemedyBeans beans) {
            Map<String, Remedy> all = new TreeMap<>();
            for (ObjectName bean : beans.names()) {
                try {
                    all.put(bean.getKeyProperty("name"), of(beans.server(), bean));
                } catch (JMException | RuntimeException e) {
                    // It has gone meanwhile, or is a foreign bean with other attributes. Endpoint and health do without it.
                    continue;
                }
            }
            return all;
        }

        private static Remedy of(MBeanServer server, ObjectName bean) throws JMException {
            long since = (Long) server.getAttribute(bean, "ActiveSince");
            return new Remedy(text(server, bean, "State"), text(server, bean, "Reason"),
                    since == 0 ? null : Instant.ofEpochMilli(since), map(server.getAttribute(bean, "Options")),
                    map(server.getAttribute(bean, "Counters")), map(server.getAttribute(bean, "Sites")));
        }

        private static String text(MBeanServer server, ObjectName bean, String attribute) throws JMException {
            return Objects.requireNonNull((String) server.getAttribute(bean, attribute));
        }

        private static Map<String, Object> map(Object table) {
            Map<String, Object> map = new TreeMap<>();
            for (Object each : ((TabularData) table).values()) {
                CompositeData row = (CompositeData) each;
                map.put((String) row.get("key"), row.get("value"));
            }
            return map;
        }
    }
}
