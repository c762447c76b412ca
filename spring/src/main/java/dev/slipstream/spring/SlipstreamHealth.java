package dev.slipstream.spring;

import dev.slipstream.micrometer.RemedyBeans;
import dev.slipstream.spring.SlipstreamEndpoint.Remedy;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * Health of the remedies, a component of the application's health while there are any. The registry takes components at any time,
 * but shows a bean that is one from the start: so this is none.
 *
 * <p>An application that lacks a remedy serves as without Slipstream. So the component is never down: its status {@code DEGRADED}
 * leaves the application's health as it is, until {@code management.endpoint.health.status.order} has it.
 */
final class SlipstreamHealth implements AutoCloseable {
    private static final String NAME = "slipstream";
    private static final Set<String> AS_WANTED = Set.of("active", "unneeded", "off");

    private final RemedyBeans beans = new RemedyBeans();
    private final HealthIndicator indicator = this::health;
    private final HealthContributorRegistry registry;
    private final RemedyBeans.Watch watch;
    private boolean shown;
    private boolean closed;

    SlipstreamHealth(HealthContributorRegistry registry) {
        this.registry = registry;
        watch = beans.watch(this::update);
        update();
    }

    private synchronized void update() {
        boolean toBeShown = !closed && !beans.names().isEmpty();
        if (shown && !toBeShown) {
            registry.unregisterContributor(NAME);
            shown = false;
        } else if (toBeShown && !shown && registry.getContributor(NAME) == null) {
            // The application may have one of that name, and keeps it.
            registry.registerContributor(NAME, indicator);
            shown = true;
        }
    }

    private Health health() {
        Map<String, Remedy> remedies = Remedy.all(beans);
        Health.Builder health = new Health.Builder();
        remedies.forEach((name, remedy) -> health.withDetail(name,
                remedy.reason().isEmpty() ? remedy.state() : remedy.state() + ": " + remedy.reason()));
        boolean asWanted = remedies.values().stream().map(Remedy::state).allMatch(AS_WANTED::contains);
        return (asWanted ? health.up() : health.status("DEGRADED")).build();
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
