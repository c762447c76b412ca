package dev.slipstream.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application whose one dependency is the starter. The beans are as the agent's. */
class SlipstreamAutoConfigurationTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final long SINCE = 1_800_000_000_000L;

    private static ConfigurableApplicationContext context;

    private final Map<ObjectName, Remedy> agent = new HashMap<>();

    @BeforeAll
    static void start() {
        context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run("--logging.level.root=warn",
                "--spring.main.banner-mode=off", "--management.endpoints.web.exposure.include=health,slipstream",
                "--management.endpoint.health.show-details=always");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @AfterEach
    void detach() throws Exception {
        for (ObjectName name : agent.keySet()) {
            SERVER.unregisterMBean(name);
        }
        agent.clear();
    }

    private void attach(String remedy, String state, String reason) throws Exception {
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=" + remedy);
        Remedy bean = new Remedy(state, reason);
        SERVER.registerMBean(new StandardMBean(bean, RemedyMXBean.class, true), name);
        agent.put(name, bean);
    }

    private static CompositeHealthDescriptor health() {
        return (CompositeHealthDescriptor) context.getBean(HealthEndpoint.class).health();
    }

    private static IndicatedHealthDescriptor component() {
        HealthDescriptor component = health().getComponents().get("slipstream");
        return (IndicatedHealthDescriptor) component;
    }

    private static SlipstreamEndpoint endpoint() {
        return context.getBean(SlipstreamEndpoint.class);
    }

    private static boolean hasMeters() {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .anyMatch(meter -> meter.getId().getName().startsWith("slipstream."));
    }

    @Test
    void withoutSlipstreamThereIsNothing() {
        showsNothing();
    }

    private static void showsNothing() {
        assertThat(health().getComponents()).isNotEmpty().doesNotContainKey("slipstream");
        assertThat(endpoint().status()).isNull();
        assertThat(hasMeters()).isFalse();
    }

    @Test
    void anAttachAndADetach() throws Exception {
        attach("naming", "active", "");
        attach("pinning", "unneeded", "this JDK has no virtual threads");
        assertThat(component().getStatus().getCode()).isEqualTo("UP");
        assertThat(component().getDetails()).isEqualTo(
                Map.of("naming", "active", "pinning", "unneeded: this JDK has no virtual threads"));
        assertThat(hasMeters()).isTrue();
        detach();
        showsNothing();
        attach("naming", "active", "");
        assertThat(component().getDetails()).isEqualTo(Map.of("naming", "active"));
    }

    @Test
    void theEndpointHasStateAndCounters() throws Exception {
        attach("naming", "active", "");
        attach("text", "off", "");
        assertThat(endpoint().status().active()).containsExactly("naming");
        assertThat(endpoint().status().remedies()).isEqualTo(Map.of(
                "naming", new SlipstreamEndpoint.Remedy("active", "", Instant.ofEpochMilli(SINCE), Map.of("interval", "10"),
                        Map.of("renames", 7L), Map.of("Shop.serve:12", 3L)),
                "text", new SlipstreamEndpoint.Remedy("off", "", null, Map.of(), Map.of(), Map.of())));
    }

    /** The application serves as without Slipstream, so a load balancer has no reason to take it out. */
    @Test
    void aRemedyThatFailedDoesNotTakeTheApplicationDown() throws Exception {
        attach("naming", "active", "");
        for (String state : new String[] {"declined", "failed", "lost", "stuck"}) {
            attach("text", state, "a reason");
            assertThat(component().getStatus().getCode()).isEqualTo("DEGRADED");
            assertThat(component().getDetails()).containsEntry("text", state + ": a reason");
            assertThat(health().getStatus().getCode()).isEqualTo("UP");
            detach();
            attach("naming", "active", "");
        }
    }

    /** An application with nothing of its own. */
    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    /** Attributes of the agent's beans that Actuator shows. */
    public interface RemedyMXBean {
        String getState();

        String getReason();

        long getActiveSince();

        Map<String, String> getOptions();

        Map<String, Long> getCounters();

        Map<String, Long> getSites();
    }

    private record Remedy(String state, String reason) implements RemedyMXBean {
        private boolean isActive() {
            return state.equals("active");
        }

        @Override
        public String getState() {
            return state;
        }

        @Override
        public String getReason() {
            return reason;
        }

        @Override
        public long getActiveSince() {
            return isActive() ? SINCE : 0;
        }

        @Override
        public Map<String, String> getOptions() {
            return isActive() ? Map.of("interval", "10") : Map.of();
        }

        @Override
        public Map<String, Long> getCounters() {
            return isActive() ? Map.of("renames", 7L) : Map.of();
        }

        @Override
        public Map<String, Long> getSites() {
            return isActive() ? Map.of("Shop.serve:12", 3L) : Map.of();
        }
    }
}
