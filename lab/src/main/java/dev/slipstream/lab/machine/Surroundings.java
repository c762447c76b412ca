package dev.slipstream.lab.machine;

import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.Environment.Java;
import dev.slipstream.lab.result.Environment.Load;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run takes place in: looked at once before it, and watched from then on. Safe for use by several threads; nothing here
 * runs between the calls.
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
     * Looks around, and starts to watch. Takes a second, and two more for each JDK if there is an agent. If the thread is
     * interrupted it stops looking: it is still interrupted then, and what had not been looked at yet is unknown or empty.
     *
     * @param jdks the JDKs to be measured
     * @param agent asks the agent about each JDK
     * @return what was found
     */
    public static Surroundings before(Collection<Jdk> jdks, Optional<AgentProbe> agent) {
        return before(Path.of("/"), Machine.here(), jdks, agent);
    }

    /** Of a given machine. */
    static Surroundings before(Path root, Machine machine, Collection<Jdk> jdks, Optional<AgentProbe> agent) {
        // First of all: what the probes add to the load average is not the machine's own.
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

    private static Load load(LoadMeter meter) {
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
     * A JDK as results show it.
     *
     * @param jdk the JDK
     * @param remedies what the agent makes of each remedy on it
     * @return the same
     */
    public static Java java(Jdk jdk, Map<String, String> remedies) {
        return new Java(jdk.feature(), jdk.version(), jdk.build(), jdk.vendor(), jdk.home().toString(), remedies);
    }

    /**
     * What was found before, and what others have done since. Reads a few small files, so it may be called often, from the
     * first moment on.
     *
     * @return the environment as it is known by now
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
