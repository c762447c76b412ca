package dev.slipstream.spring;

import dev.slipstream.micrometer.SlipstreamMetrics;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Adds Slipstream's metrics, its health and its endpoint, which are all empty while no agent is in the JVM. */
@AutoConfiguration(
        afterName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
public final class SlipstreamAutoConfiguration {
    SlipstreamAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    SlipstreamMetrics slipstreamMetrics() {
        return new SlipstreamMetrics();
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    SlipstreamEndpoint slipstreamEndpoint() {
        return new SlipstreamEndpoint();
    }

    /** Apart, and named above by a text: Spring Boot 3 has no such classes, and does without. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthContributorRegistry.class)
    static class OfHealth {
        /** Never lazy: no other bean asks for it. */
        @Bean
        @Lazy(false)
        @ConditionalOnBean(HealthContributorRegistry.class)
        @ConditionalOnEnabledHealthIndicator("slipstream")
        SlipstreamHealth slipstreamHealth(HealthContributorRegistry registry) {
            return new SlipstreamHealth(registry);
        }
    }
}
