package dev.slipstream.lab.experiment.arenas;

import static dev.slipstream.lab.Subject.alone;
import static dev.slipstream.lab.Subject.floor;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Part.Axis;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.Workload.Published;
import dev.slipstream.lab.stats.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Proof about threads that use one shared arena concurrently: each JDK with the remedy against the same JDK without it. */
public final class ArenasExperiment implements Experiment {
    /** The JDKs in common use, and the next one. */
    static final List<Integer> NEEDED = List.of(21, 25, 28);

    /** The JDK of the headline claim. */
    private static final int HEADLINE = 25;

    /** The first JDK with shared arenas, as a preview. */
    private static final int OLDEST = 21;

    /** The same value as in the benchmarks' annotations. */
    static final double ITERATION_SECONDS = 0.05;

    /** Distinguishing 2 % from noise takes many pairs. */
    static final double NARROW = 4;

    /** The scores of two threads on two processors vary with all other load. */
    private static final double SCATTERED = 3;

    /**
     * Warm-up iterations. The remedy stripes nothing in the first second; then the JIT compiler must recompile. With half as many,
     * one fork in fifteen still measured the unstriped state.
     */
    private static final int UNTIL_STRIPED = 48;

    /** The same delay, for the workload that begins with contention and continues with one thread. */
    private static final int CONTENDED_MILLIS = 1_500;

    /** The option that permits native calls. */
    private static final List<String> NATIVE_ACCESS = List.of("--enable-native-access=ALL-UNNAMED");

    private static final Map<Integer, String> METHODS = Map.of(1, "run", 2, "byTwo", 4, "byFour", 8, "byEight");

    /** The slowest and the fastest machine of the upstream discussion, the latter also with the patch. */
    private static final Map<Integer, List<Published>> PUBLISHED = Map.of(
            1, published("Neoverse N1", 30.88, 8.45, 9.82), 2, published("Neoverse N1", 142.56, 46.53),
            4, List.of(new Published("Epyc 9654, patch", 10.49)), 8, published("Neoverse N1", 702.02, 194.60));

    private static List<Published> published(String slowest, double slow, double fast) {
        return List.of(new Published(slowest, slow), new Published("Epyc 9654", fast));
    }

    private static List<Published> published(String slowest, double slow, double fast, double patched) {
        return List.of(new Published(slowest, slow), new Published("Epyc 9654", fast),
                new Published("Epyc 9654, patch", patched));
    }

    @Override
    public String remedy() {
        return "arenas";
    }

    @Override
    public String title() {
        return "Threads that use one shared arena";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "one counter of an arena's users, for which threads contend";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        return List.of(
                calls(oneThread(features), twoThreads(features),
                        byThreads(4, features).claiming(faster(3, features)),
                        byThreads(8, features).claiming(faster(3, features))),
                virtual(features),
                channels(features),
                ArenasCosts.nothingToGain().guarding("a", "b", "c", "e", "g", "h"),
                ArenasCosts.shortLived(features),
                ArenasCosts.close(features),
                Lifetimes.part(),
                ArenaGroups.part(),
                ArenasCosts.closeUsed());
    }

    private static Part calls(Workload... workloads) {
        return Part.of("a", "A native function that takes three segments of one arena", workloads)
                .along(new Axis("threads", "", true));
    }

    /** Returns the workload of one thread. Its floor is the global arena, whose users are not counted. */
    private static Workload oneThread(List<Integer> features) {
        Map<Subject, Double> subjects = pairs(features);
        subjects.put(floor(25), ITERATION_SECONDS);
        int pairs = Bench.pairs(NARROW);
        return Workload.of("a-1-thread", "one thread, fastest iterations",
                call("run", "shared").byFastest(), pairs, pairs, subjects)
                .withCounterpart(call("run", "global").byFastest()).at(1).publishedAs(PUBLISHED.get(1))
                .claiming(atMost(1.02, NEEDED));
    }

    /**
     * Returns the baseline for the mutual cost of two threads: one thread alone on an arena that two threads contended for before.
     */
    private static Benchmark onStripes() {
        return benchmark(NativeCall.class, "run",
                Map.of("arena", "shared", "contendedMillis", Integer.toString(CONTENDED_MILLIS)));
    }

    private static Workload twoThreads(List<Integer> features) {
        Workload workload = byThreads(2, features);
        int pairs = Bench.pairs(SCATTERED);
        Map<Subject, Double> subjects = new LinkedHashMap<>(workload.subjects());
        NEEDED.forEach(feature -> subjects.put(alone(feature), ITERATION_SECONDS));
        List<Claim> claims = new ArrayList<>();
        claims.add(faster(2, HEADLINE).asHeadline());
        NEEDED.forEach(feature -> {
            // The gain is about five times on most machines, three to four on AMD EPYC 9004.
            claims.add(faster(3, feature));
            claims.add(new Claim(slipstream(feature), new Bar.AtMost(1.15), alone(feature)));
        });
        return Workload.of(workload.id(), workload.title(), workload.benchmark(), pairs, pairs, subjects)
                .withCounterpart(onStripes()).at(2).publishedAs(workload.published()).claiming(claims);
    }

    private static Workload byThreads(int threads, List<Integer> features) {
        return Workload.of("a-" + threads + "-threads", threads + " threads",
                contended(call(METHODS.get(threads), "shared")), Bench.pairs(1), Bench.pairs(1), pairs(features))
                .at(threads).publishedAs(PUBLISHED.get(threads));
    }

    private static Part virtual(List<Integer> features) {
        return Part.of("b", "The same from virtual threads", virtual(2, features), virtual(8, features))
                .along(new Axis("virtual threads", "", true));
    }

    /** Returns the workload of virtual threads, whose acquires stay atomic operations. */
    private static Workload virtual(int threads, List<Integer> features) {
        Benchmark benchmark = benchmark(NativeCallVirtual.class, "run", Map.of("threads", Integer.toString(threads)));
        return Workload.of("b-" + threads + "-threads", threads + " virtual threads", contended(benchmark),
                Bench.pairs(1), Bench.pairs(1), pairs(features)).at(threads).claiming(faster(2, features));
    }

    /** Returns the part about channels: one system call per operation, which includes counting the arena's users. */
    private static Part channels(List<Integer> features) {
        return Part.of("c", "Buffers of one arena, read from and written to channels, two threads",
                channel("read", features), channel("write", features));
    }

    private static Workload channel(String direction, List<Integer> features) {
        Benchmark benchmark = benchmark(ChannelTransfer.class, "byTwo", Map.of("direction", direction));
        return Workload.of("c-" + direction, direction, contended(benchmark), Bench.pairs(1), Bench.pairs(1), pairs(features))
                .claiming(atMost(1, features));
    }

    static Benchmark call(String method, String arena) {
        return benchmark(NativeCall.class, method, Map.of("arena", arena));
    }

    /** Returns the same benchmark with enough warm-up for the remedy to take effect. */
    static Benchmark contended(Benchmark benchmark) {
        return new Benchmark(benchmark.method(), benchmark.params(), benchmark.jvmArgs(), UNTIL_STRIPED, benchmark.iterations());
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, NATIVE_ACCESS, 6, 6);
    }

    static List<Claim> faster(double times, List<Integer> features) {
        return features.stream().map(feature -> faster(times, feature)).toList();
    }

    private static Claim faster(double times, int feature) {
        return new Claim(slipstream(feature), new Bar.Faster(times), stock(feature));
    }

    static List<Claim> atMost(double times, List<Integer> features) {
        return features.stream().map(feature -> new Claim(slipstream(feature), new Bar.AtMost(times), stock(feature))).toList();
    }

    static Map<Subject, Double> pairs(List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(stock(feature), ITERATION_SECONDS);
            subjects.put(slipstream(feature), ITERATION_SECONDS);
        }
        return subjects;
    }
}
