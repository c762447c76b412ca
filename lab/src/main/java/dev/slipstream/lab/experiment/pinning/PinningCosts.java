package dev.slipstream.lab.experiment.pinning;

import static dev.slipstream.lab.Subject.inert;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;
import static dev.slipstream.lab.Subject.twin;
import static dev.slipstream.lab.experiment.pinning.PinningExperiment.subjects;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.startup.StartUps;
import dev.slipstream.lab.stats.Bar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The parts of the pinning experiment that measure the remedy's cost. */
final class PinningCosts {
    private static final List<String> NO_ANNOUNCEMENTS =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-DoJVMTIVirtualThreadTransitions");

    private static final String NEVER = NeverPinned.class.getName() + ".run";

    /** The cost of the bare agent, what the remedy adds to it, and both together. */
    private static final List<Claim> COST = List.of(
            new Claim(inert(21), new Bar.NoCost(0.05), stock(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), inert(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), stock(21)));

    /** Bar for a million threads: 25 ns per thread. */
    private static final Bar WARM = new Bar.AtMostMore(Duration.ofMillis(25), TimeUnit.SECONDS);

    private static final List<Claim> WARM_COST = List.of(
            new Claim(inert(21), WARM, stock(21)),
            new Claim(slipstream(21), WARM, stock(21)));

    /** Cold JVM runs are bimodal: by chance they differ by a third. */
    private static final Claim NOISE = Claim.control(twin(21), 0.35, stock(21));

    /** Iterations until the JVM has compiled a virtual thread's code path; before, scores differ by a factor of four. */
    private static final int UNTIL_COMPILED = 8;

    /** Such noisy runs need many pairs. */
    private static final double NOISY = 4;

    private PinningCosts() {
    }

    /** Claim against the bare agent, which also makes the JVM announce every mount. */
    private static final Claim ANNOUNCED_COST = new Claim(slipstream(21), new Bar.AtMost(1.1), inert(21));

    /** Claims against the bare agent, and against the stock JDK. */
    private static final List<Claim> SERVER_COST = List.of(
            new Claim(slipstream(21), new Bar.NoCost(0.01), inert(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.01), stock(21)));

    /**
     * Returns the part with virtual threads that never pin. With any agent, the JVM announces every mount and unmount to its tool
     * interface (JVMTI). Once all code is compiled, that costs more than starting the thread. The warm JVM is therefore measured
     * with the announcements, against the bare agent, and without them, against the stock JDK.
     */
    static Part neverPinned() {
        Map<Subject, Double> subjects = subjects(stock(21), 0.3, inert(21), 0.3, slipstream(21), 0.3);
        Map<Subject, Double> cold = new LinkedHashMap<>(subjects);
        cold.put(twin(21), 0.3);
        int pairs = Bench.pairs(NOISY);
        return Part.of("e", "Cost for virtual threads that never pin",
                workload("e-cold", "from a cold JVM", never(List.of(), 0, 1), pairs, cold)
                        .claiming(Stream.concat(COST.stream(), Stream.of(NOISE)).toList()),
                workload("e-announced", "warm", never(List.of(), UNTIL_COMPILED, 9), pairs, subjects)
                        .claiming(List.of(ANNOUNCED_COST)),
                workload("e-not-announced", "warm, no mounts announced", never(NO_ANNOUNCEMENTS, UNTIL_COMPILED, 9), pairs,
                        subjects).claiming(WARM_COST),
                Workload.of("e-server", "50,000 requests to a server on virtual threads",
                        new Benchmark(HelloServer.class.getName() + ".run", Map.of("requests", "50000"), List.of(), UNTIL_COMPILED, 9),
                        pairs, pairs, subjects(stock(21), 1, inert(21), 1, slipstream(21), 1)).claiming(SERVER_COST));
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
