package dev.slipstream.lab.experiment;

import static dev.slipstream.lab.Subject.inert;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;
import static dev.slipstream.lab.Subject.twin;
import static dev.slipstream.lab.experiment.PinningExperiment.subjects;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.pinning.NeverPinned;
import dev.slipstream.lab.stats.Bar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The parts of the pinning experiment that say what the remedy costs. */
final class PinningCosts {
    private static final List<String> NO_ANNOUNCEMENTS =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-DoJVMTIVirtualThreadTransitions");

    private static final String NEVER = NeverPinned.class.getName() + ".run";

    /** What the bare agent costs, what the remedy adds to that, and both together. */
    private static final List<Claim> COST = List.of(
            new Claim(inert(21), new Bar.NoCost(0.05), stock(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), inert(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), stock(21)));

    /** Of a million threads: 25 ns for each. */
    private static final Bar WARM = new Bar.AtMostMore(Duration.ofMillis(25), TimeUnit.SECONDS);

    private static final List<Claim> WARM_COST = List.of(
            new Claim(inert(21), WARM, stock(21)),
            new Claim(slipstream(21), WARM, stock(21)));

    /** Runs of a cold JVM come in two speeds by chance, a third apart. */
    private static final Claim NOISE = Claim.control(twin(21), 0.35, stock(21));

    /** Iterations until the JVM has compiled what a virtual thread runs through; before, they differ by a factor of four. */
    private static final int UNTIL_COMPILED = 8;

    /** Only many pairs say anything of such runs. */
    private static final double NOISY = 4;

    private PinningCosts() {
    }

    /** The bare agent has the JVM announce every mount, too. */
    private static final Claim ANNOUNCED_COST = new Claim(slipstream(21), new Bar.AtMost(1.1), inert(21));

    /**
     * With any agent at all the JVM announces every mount and unmount to its tool interface, which, once all is compiled, costs
     * more than starting the thread. So the warm JVM is measured with and without those announcements: with them against the bare
     * agent, without them against the stock JDK.
     */
    static Part neverPinned() {
        Map<Subject, Double> subjects = subjects(stock(21), 0.3, inert(21), 0.3, slipstream(21), 0.3);
        Map<Subject, Double> cold = new LinkedHashMap<>(subjects);
        cold.put(twin(21), 0.3);
        int pairs = Bench.pairs(NOISY);
        return Part.of("e", "What it costs those who never pin",
                workload("e-cold", "from a cold JVM", never(List.of(), 0, 1), pairs, cold)
                        .claiming(Stream.concat(COST.stream(), Stream.of(NOISE)).toList()),
                workload("e-announced", "warm", never(List.of(), UNTIL_COMPILED, 9), pairs, subjects)
                        .claiming(List.of(ANNOUNCED_COST)),
                workload("e-not-announced", "warm, no mounts announced", never(NO_ANNOUNCEMENTS, UNTIL_COMPILED, 9), pairs,
                        subjects).claiming(WARM_COST));
    }

    private static Benchmark never(List<String> jvmArgs, int warmups, int iterations) {
        return new Benchmark(NEVER, Map.of("threads", "1000000"), jvmArgs, warmups, iterations);
    }

    private static Workload workload(String id, String how, Benchmark benchmark, int pairs, Map<Subject, Double> subjects) {
        return Workload.of(id, "1,000,000 threads that never pin, " + how, benchmark, pairs, pairs, subjects);
    }

    static Part startUp() {
        return Part.of("g", "What it costs to install", StartUps.of("g-start-up", PinningExperiment.NEEDED,
                feature -> Map.of(slipstream(feature), 0.2)));
    }
}
