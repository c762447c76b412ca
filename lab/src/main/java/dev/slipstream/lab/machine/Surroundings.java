package dev.slipstream.lab.machine;

import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Environment.Java;
import dev.slipstream.results.file.Environment.Load;
import dev.slipstream.results.jdk.Jdk;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a run: recorded once before the run, and observed from then on. Thread-safe; starts no thread.
 */
public final class Surroundings {
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final Environment before;
    private final Warnings.Facts facts;
    private final LoadMeter meter;

    private Surroundings(Environment before, Warnings.Facts facts, LoadMeter meter) {
        this.before = before;
        this.facts = facts;
        this.meter = meter;
    }

    /**
     * Records the environment and starts the load meter. Takes a second, and two more for each JDK if there is an agent. If the
     * thread is interrupted, stops early: the thread stays interrupted, and the remaining facts are unknown or empty.
     *
     * @param jdks the JDKs to be measured
     * @param agent the probe of the agent's states on each JDK
     * @return the surroundings
     */
    public static Surroundings before(Collection<Jdk> jdks, Optional<AgentProbe> agent) {
        return before(Path.of("/"), SystemInfo.here(), jdks, agent);
    }

    /** Records the environment of a given machine. */
    static Surroundings before(Path root, SystemInfo machine, Collection<Jdk> jdks, Optional<AgentProbe> agent) {
        // Measures the load first, since the probes add to the load average.
        Load load = load(new LoadMeter(root));
        List<Java> javas = new ArrayList<>();
        for (Jdk jdk : jdks.stream().sorted(Comparator.comparingInt(Jdk::feature)).toList()) {
            javas.add(java(jdk, agent.isEmpty() ? Map.of() : states(agent.get(), jdk)));
        }
        String cpu = machine.cpu();
        Environment found = new Environment(
                cpu == null ? machine.architecture() : cpu,
                machine.cores(),
                machine.memoryBytes(),
                machine.kernel(),
                machine.architecture(),
                machine.governor(),
                machine.virtual(),
                machine.container(),
                List.copyOf(javas),
                machine.variables(),
                load,
                null,
                List.of());
        Warnings.Facts facts = new Warnings.Facts(machine.availableBytes(), machine.traced(),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
        return new Surroundings(found, facts, new LoadMeter(root));
    }

    private static @Nullable Load load(LoadMeter meter) {
        try {
            return meter.moment(MOMENT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static Map<String, String> states(AgentProbe probe, Jdk jdk) {
        try {
            return Thread.currentThread().isInterrupted() ? Map.of() : probe.states(jdk);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    /**
     * Returns a JDK as results show it.
     *
     * @param jdk the JDK
     * @param remedies the agent's state of each remedy on it
     * @return the result's JDK
     */
    public static Java java(Jdk jdk, Map<String, String> remedies) {
        return new Java(jdk.feature(), jdk.version(), jdk.build(), jdk.vendor(), jdk.home().toString(), remedies);
    }

    /**
     * Returns the environment before the run, and the load of other programs since. Cheap, as it reads a few small files; may be
     * called at any time.
     *
     * @return the environment as known so far
     */
    public Environment environment() {
        Load since = meter.sinceStart();
        return with(since, Warnings.of(with(since, List.of()), facts));
    }

    private Environment with(Load after, List<String> warnings) {
        return new Environment(before.cpu(), before.cores(), before.memoryBytes(), before.kernel(), before.architecture(),
                before.governor(), before.virtual(), before.container(), before.jdks(), before.variables(), before.before(),
                after, warnings);
    }
}
