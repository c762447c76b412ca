package dev.slipstream.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.micrometer.SlipstreamMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;
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
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose one dependency is the starter. The beans are as the agent's. */
class SlipstreamAutoConfigurationTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    private static final long SINCE = 1_800_000_000_000L;

    private static ConfigurableApplicationContext context;

    private final List<ObjectName> agent = new ArrayList<>();

    @BeforeAll
    static void start() {
        context = started(Application.class, "--management.endpoint.health.show-details=always");
    }

    private static ConfigurableApplicationContext started(Class<?> application, String option) {
        return new SpringApplicationBuilder(application).web(WebApplicationType.NONE).run("--logging.level.root=warn",
                "--spring.main.banner-mode=off", "--management.endpoints.web.exposure.include=health,slipstream", option);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @AfterEach
    void detach() throws Exception {
        for (ObjectName name : agent) {
            SERVER.unregisterMBean(name);
        }
        agent.clear();
    }

    private void attach(String remedy, String state, String reason) throws Exception {
        register(new StandardMBean(new Remedy(state, reason), RemedyMXBean.class, true), remedy);
    }

    private void register(StandardMBean bean, String name) throws Exception {
        agent.add(SERVER.registerMBean(bean, new ObjectName("dev.slipstream:type=Remedy,name=" + name)).getObjectName());
    }

    private static CompositeHealthDescriptor health() {
        return health(context);
    }

    private static CompositeHealthDescriptor health(ConfigurableApplicationContext application) {
        return (CompositeHealthDescriptor) application.getBean(HealthEndpoint.class).health();
    }

    private static IndicatedHealthDescriptor component() {
        HealthDescriptor component = health().getComponents().get("slipstream");
        return (IndicatedHealthDescriptor) component;
    }

    private static SlipstreamEndpoint endpoint() {
        return context.getBean(SlipstreamEndpoint.class);
    }

    private static boolean hasMeters() {
        return hasMeters(context);
    }

    private static boolean hasMeters(ConfigurableApplicationContext application) {
        return application.getBean(MeterRegistry.class).getMeters().stream()
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

    /** Another's bean in the same domain is no reason to answer with an error. */
    @Test
    void aForeignBeanIsLeftOut() throws Exception {
        attach("naming", "active", "");
        register(new StandardMBean((OddMXBean) () -> "never", OddMXBean.class, true), "odd");
        register(new StandardMBean(new Remedy(null, ""), RemedyMXBean.class, true), "stateless");
        assertThat(component().getDetails()).isEqualTo(Map.of("naming", "active"));
        assertThat(endpoint().status().remedies()).containsOnlyKeys("naming");
    }

    /** No other bean asks for the health of the remedies. */
    @Test
    void aLazyApplication() throws Exception {
        try (ConfigurableApplicationContext lazy = started(Application.class, "--spring.main.lazy-initialization=true")) {
            attach("naming", "active", "");
            assertThat(health(lazy).getComponents()).containsKey("slipstream");
            assertThat(hasMeters(lazy)).isTrue();
        }
    }

    @Test
    void anApplicationWithABinderAndAHealthOfItsOwn() throws Exception {
        attach("naming", "active", "");
        try (ConfigurableApplicationContext other =
                started(WithItsOwn.class, "--management.endpoint.health.show-details=always")) {
            assertThat(other.getBeansOfType(SlipstreamMetrics.class)).hasSize(1);
            for (int i = 0; i < 2; i++) {
                assertThat(health(other).getComponents().get("slipstream").getStatus()).isEqualTo(Status.UNKNOWN);
                detach();
            }
        }
    }

    /** An application that had these before it took the starter. */
    @Configuration
    @EnableAutoConfiguration
    static class WithItsOwn {
        @Bean
        SlipstreamMetrics slipstreamMetrics() {
            return new SlipstreamMetrics();
        }

        @Bean
        HealthIndicator slipstreamHealthIndicator() {
            return () -> Health.unknown().build();
        }
    }

    /** An attribute with another type than the agent's. */
    public interface OddMXBean {
        String getActiveSince();
    }

    /** An application with nothing of its own. */
    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    /** Attributes of the agent's beans that Actuator shows. */
    public interface RemedyMXBean {
        @Nullable
        String getState();

        String getReason();

        long getActiveSince();

        Map<String, String> getOptions();

        Map<String, Long> getCounters();

        Map<String, Long> getSites();
    }

    private record Remedy(@Nullable String state, String reason) implements RemedyMXBean {
        private boolean isActive() {
            return "active".equals(state);
        }

        @Override
        public @Nullable String getState() {
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
