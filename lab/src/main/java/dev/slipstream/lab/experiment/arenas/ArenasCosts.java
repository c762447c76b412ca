package dev.slipstream.lab.experiment.arenas;

import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;
import static dev.slipstream.lab.Subject.twin;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.ITERATION_SECONDS;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.NARROW;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.atMost;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.benchmark;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.call;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.contended;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.faster;
import static dev.slipstream.lab.experiment.arenas.ArenasExperiment.pairs;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Part.Axis;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.stats.Bar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The parts of the arenas experiment that measure the remedy's cost, and the controls. */
final class ArenasCosts {
    /** Far below any claimed gain. */
    private static final double TOLERANCE = 0.25;

    private static final Claim NOISE = Claim.control(twin(21), TOLERANCE, stock(21));

    /** The time of a close varies with how the operating system schedules the threads. */
    private static final Bar NO_COST = new Bar.NoCost(0.05);

    /** Two handshakes, plus half the time of one for everything else. */
    private static final double TWO_HANDSHAKES = 2.5;

    private ArenasCosts() {
    }

    private static Claim control(int feature) {
        return Claim.control(slipstream(feature), TOLERANCE, stock(feature));
    }

    /** Returns the controls without a contended counter: a gain here would be a measurement error. */
    static Part nothingToGain() {
        return Part.of("d", "Control: where there is nothing to gain",
                confined().claiming(List.of(control(21).asHeadline(), NOISE)),
                Workload.of("d-global", "the global arena", call("run", "global"), Bench.pairs(1), Bench.pairs(1),
                        pairs(List.of(25))).claiming(List.of(control(25))),
                Workload.of("d-view", "a buffer that is a view",
                        contended(benchmark(BufferView.class, "byTwo", Map.of())), Bench.pairs(1), Bench.pairs(1),
                        pairs(List.of(25))).claiming(List.of(control(25))));
    }

    private static Workload confined() {
        Map<Subject, Double> subjects = pairs(List.of(21));
        subjects.put(twin(21), ITERATION_SECONDS);
        // On a shared machine a neighbour slows whole forks by half; the fastest iteration is the same in every fork.
        return Workload.of("d-confined", "a confined arena, fastest iterations", call("run", "confined").byFastest(),
                Bench.pairs(1), Bench.pairs(1), subjects);
    }

    /**
     * Returns the part about short-lived arenas. Most are used by one thread at a time; a contended one must live long enough for
     * stripes to pay off.
     */
    static Part shortLived(List<Integer> features) {
        int pairs = Bench.pairs(NARROW);
        return Part.of("e", "Arenas that are opened, used and closed",
                Workload.of("e-uncontended", "by one thread, 1 call, on one processor, fastest iterations",
                        benchmark(ShortLivedArena.class, "run", Map.of("calls", "1", "processors", "one"))
                                .byFastest(), pairs, pairs, pairs(features))
                        .claiming(atMost(1.02, features)),
                contendedFor(10).claiming(List.of(noCost(25))),
                contendedFor(10_000).claiming(faster(1.5, List.of(25))),
                contendedFor(100_000).claiming(faster(3, List.of(25))));
    }

    private static Workload contendedFor(int calls) {
        Benchmark benchmark = benchmark(ContendedArena.class, "run", Map.of("calls", Integer.toString(calls)));
        return Workload.of("e-contended-" + calls, String.format("by two threads, %,d calls each", calls), contended(benchmark),
                Bench.pairs(1), Bench.pairs(1), pairs(List.of(25)));
    }

    private static Claim noCost(int feature) {
        return new Claim(slipstream(feature), NO_COST, stock(feature));
    }

    /**
     * Returns the part about closes. The remedy makes them neither faster nor slower: the JVM's handshake with all threads
     * dominates.
     */
    static Part close(List<Integer> features) {
        return Part.of("f", "What a close takes, by the number of waiting threads",
                Stream.of(1, 10, 200).map(idle -> close(idle, features)).toArray(Workload[]::new))
                .along(new Axis("waiting threads", "", true));
    }

    /** Returns the part about closes that need a second handshake, whose cost the arena's use has already repaid. */
    static Part closeUsed() {
        return Part.of("i", "What a close takes after 70,000 calls by each of two threads, by the number of waiting threads",
                Stream.of(1, 10, 200).map(idle -> Workload.of("i-" + idle + "-idle", waiting(idle),
                        contended(benchmark(CloseUsedArena.class, "run", Map.of("idle", Integer.toString(idle)))),
                        Bench.pairs(1), Bench.pairs(1), pairs(List.of(25))).at(idle)
                        .claiming(atMost(TWO_HANDSHAKES, List.of(25)))).toArray(Workload[]::new))
                .along(new Axis("waiting threads", "", true));
    }

    private static String waiting(int idle) {
        return idle + (idle == 1 ? " thread waits" : " threads wait");
    }

    private static Workload close(int idle, List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        features.forEach(feature -> subjects.put(stock(feature), ITERATION_SECONDS));
        boolean claimed = idle == 10;
        if (claimed) {
            subjects.put(slipstream(25), ITERATION_SECONDS);
        }
        Benchmark benchmark = benchmark(CloseArena.class, "run", Map.of("idle", Integer.toString(idle)));
        return Workload.of("f-" + idle + "-idle", waiting(idle), benchmark,
                Bench.pairs(1), Bench.pairs(1), subjects).at(idle).claiming(claimed ? List.of(noCost(25)) : List.of());
    }
}
