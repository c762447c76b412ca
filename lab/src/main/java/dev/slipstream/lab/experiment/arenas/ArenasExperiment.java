package dev.slipstream.lab.experiment.arenas;

import static dev.slipstream.results.Subject.Kind.ALONE;
import static dev.slipstream.results.Subject.Kind.BAKED;
import static dev.slipstream.results.Subject.Kind.FLOOR;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.stats.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

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
    private static final double NARROW = 4;

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

    /** Far below any claimed gain. */
    private static final double TOLERANCE = 0.25;

    private static final Claim NOISE = Claim.control(TWIN.on(21), TOLERANCE, STOCK.on(21));

    /** The time of an arena that two threads share varies with how the operating system schedules them. */
    private static final Bar NO_COST = new Bar.NoCost(0.05);

    /** Two handshakes, plus half the time of one for everything else. */
    private static final double TWO_HANDSHAKES = 2.5;

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
        List<Part> parts = new ArrayList<>(List.of(
                calls(oneThread(features), twoThreads(features),
                        byThreads(4, features).claiming(faster(3, features)),
                        byThreads(8, features).claiming(faster(3, features))),
                virtual(features),
                channels(features),
                nothingToGain().covering("a", "b", "c", "e", "g", "h"),
                shortLived(features),
                close(features)));
        parts.addAll(LibraryParts.of(remedy(), bench));
        parts.addAll(List.of(closeUsed(), baked()));
        return parts;
    }

    private static Part calls(Workload... workloads) {
        return Part.of("a", "A native function that takes three segments of one arena", workloads)
                .along(new Axis("threads", "", true));
    }

    /** Returns the workload of one thread. Its floor is the global arena, whose users are not counted. */
    private static Workload oneThread(List<Integer> features) {
        return Workload.of("a-1-thread", "one thread, fastest iterations",
                call("run", "shared").byFastest(), Bench.pairs(NARROW), stockAndSlipstream(features))
                .withCounterpart(call("run", "global").byFastest(), Map.of(FLOOR.on(25), ITERATION_SECONDS))
                .at(1).publishedAs(PUBLISHED.getOrDefault(1, List.of())).claiming(atMost(1.02, NEEDED));
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
        NEEDED.forEach(feature -> subjects.put(ALONE.on(feature), ITERATION_SECONDS));
        List<Claim> claims = new ArrayList<>();
        NEEDED.forEach(feature -> {
            // The gain is about five times on most machines, three to four on AMD EPYC 9004; the headline is decided by few pairs.
            claims.add(feature == HEADLINE ? faster(2, feature).asHeadline() : faster(3, feature));
            claims.add(new Claim(SLIPSTREAM.on(feature), new Bar.AtMost(1.15), ALONE.on(feature)));
        });
        return Workload.of(workload.id(), workload.title(), workload.benchmark(), pairs, subjects)
                .withCounterpart(onStripes()).at(2).publishedAs(workload.published()).claiming(claims);
    }

    private static Workload byThreads(int threads, List<Integer> features) {
        return Workload.of("a-" + threads + "-threads", threads + " threads",
                contended(call(method(threads), "shared")), Bench.pairs(1), stockAndSlipstream(features))
                .at(threads).publishedAs(PUBLISHED.getOrDefault(threads, List.of()));
    }

    private static String method(int threads) {
        return switch (threads) {
            case 1 -> "run";
            case 2 -> "byTwo";
            case 4 -> "byFour";
            case 8 -> "byEight";
            default -> throw new IllegalArgumentException("no method for " + threads + " threads");
        };
    }

    private static Part baked() {
        List<Claim> gains = NEEDED.stream().map(feature -> new Claim(BAKED.on(feature), new Bar.Faster(3), STOCK.on(feature)))
                .toList();
        List<Claim> costs = NEEDED.stream().map(feature -> new Claim(BAKED.on(feature), new Bar.AtMost(1.02), STOCK.on(feature)))
                .toList();
        Map<Subject, Double> subjects = Subject.ofEach(NEEDED, ITERATION_SECONDS, STOCK, BAKED);
        return Part.of("j", "Baked into the JDK, without an agent",
                Workload.of("j-1-thread", "one thread, fastest iterations", call("run", "shared").byFastest(),
                        Bench.pairs(NARROW),
                        subjects).claiming(costs),
                Workload.of("j-2-threads", "2 threads", contended(call("byTwo", "shared")), Bench.pairs(SCATTERED), subjects)
                        .claiming(gains));
    }

    private static Part virtual(List<Integer> features) {
        return Part.of("b", "The same from virtual threads", virtual(2, features), virtual(8, features))
                .along(new Axis("virtual threads", "", true));
    }

    /** Returns the workload of virtual threads, whose acquires stay atomic operations. */
    private static Workload virtual(int threads, List<Integer> features) {
        Benchmark benchmark = benchmark(NativeCallVirtual.class, "run", Map.of("threads", Integer.toString(threads)));
        return Workload.of("b-" + threads + "-threads", threads + " virtual threads", contended(benchmark),
                Bench.pairs(1), stockAndSlipstream(features)).at(threads).claiming(faster(2, features));
    }

    /** Returns the part about channels: one system call per operation, which includes counting the arena's users. */
    private static Part channels(List<Integer> features) {
        return Part.of("c", "Buffers of one arena, read from and written to channels, two threads",
                channel("read", features), channel("write", features));
    }

    private static Workload channel(String direction, List<Integer> features) {
        Benchmark benchmark = benchmark(ChannelTransfer.class, "byTwo", Map.of("direction", direction));
        return Workload.of("c-" + direction, direction, contended(benchmark), Bench.pairs(1), stockAndSlipstream(features))
                .claiming(atMost(1, features));
    }

    private static Benchmark call(String method, String arena) {
        return benchmark(NativeCall.class, method, Map.of("arena", arena));
    }

    /** Returns the same benchmark with enough warm-up for the remedy to take effect. */
    private static Benchmark contended(Benchmark benchmark) {
        return new Benchmark(benchmark.method(), benchmark.params(), benchmark.jvmArgs(), UNTIL_STRIPED, benchmark.iterations());
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, NATIVE_ACCESS, 6, 6);
    }

    private static List<Claim> faster(double times, List<Integer> features) {
        return features.stream().map(feature -> faster(times, feature)).toList();
    }

    private static Claim faster(double times, int feature) {
        return new Claim(SLIPSTREAM.on(feature), new Bar.Faster(times), STOCK.on(feature));
    }

    private static List<Claim> atMost(double times, List<Integer> features) {
        return features.stream().map(feature -> new Claim(SLIPSTREAM.on(feature), new Bar.AtMost(times), STOCK.on(feature)))
                .toList();
    }

    private static Map<Subject, Double> stockAndSlipstream(List<Integer> features) {
        return Subject.ofEach(features, ITERATION_SECONDS, STOCK, SLIPSTREAM);
    }

    private static Claim control(int feature) {
        return Claim.control(SLIPSTREAM.on(feature), TOLERANCE, STOCK.on(feature));
    }

    /** Returns the controls without a contended counter: a gain here would be a measurement error. */
    private static Part nothingToGain() {
        return Part.of("d", "Control: where there is nothing to gain",
                confined().claiming(List.of(control(21).asHeadline(), NOISE)),
                Workload.of("d-global", "the global arena", call("run", "global"), Bench.pairs(1),
                        stockAndSlipstream(List.of(25))).claiming(List.of(control(25))),
                Workload.of("d-view", "a buffer that is a view",
                        contended(benchmark(BufferView.class, "byTwo", Map.of())), Bench.pairs(1),
                        stockAndSlipstream(List.of(25))).claiming(List.of(control(25))));
    }

    private static Workload confined() {
        Map<Subject, Double> subjects = stockAndSlipstream(List.of(21));
        subjects.put(TWIN.on(21), ITERATION_SECONDS);
        // On a shared machine a neighbour slows whole forks by half; the fastest iteration is the same in every fork.
        return Workload.of("d-confined", "a confined arena, fastest iterations", call("run", "confined").byFastest(),
                Bench.pairs(1), subjects);
    }

    /**
     * Returns the part about short-lived arenas. Most are used by one thread at a time; a contended one must live long enough for
     * stripes to pay off.
     */
    private static Part shortLived(List<Integer> features) {
        int pairs = Bench.pairs(NARROW);
        return Part.of("e", "Arenas that are opened, used and closed",
                Workload.of("e-uncontended", "by one thread, 1 call, on one processor, fastest iterations",
                        benchmark(ShortLivedArena.class, "run", Map.of("calls", "1", "processors", "one"))
                                .byFastest(),
                        pairs, stockAndSlipstream(features))
                        .claiming(atMost(1.02, features)),
                contendedFor(10).claiming(noCost()),
                contendedFor(10_000).claiming(faster(1.5, List.of(25))),
                contendedFor(100_000).claiming(faster(3, List.of(25))));
    }

    private static Workload contendedFor(int calls) {
        Benchmark benchmark = benchmark(ContendedArena.class, "run", Map.of("calls", Integer.toString(calls)));
        return Workload.of("e-contended-" + calls, String.format("by two threads, %,d calls each", calls), contended(benchmark),
                Bench.pairs(1), stockAndSlipstream(List.of(25)));
    }

    private static List<Claim> noCost() {
        return List.of(new Claim(SLIPSTREAM.on(25), NO_COST, STOCK.on(25)));
    }

    /**
     * Returns the part about closes. The remedy makes them neither faster nor slower: the JVM's handshake with all threads
     * dominates.
     */
    private static Part close(List<Integer> features) {
        return Part.of("f", "What a close takes, by the number of waiting threads",
                Stream.of(1, 10, 200, 2_000).map(idle -> close(idle, features)).toArray(Workload[]::new))
                .along(new Axis("waiting threads", "", true));
    }

    /** Returns the part about closes that need a second handshake, whose cost the arena's use has already repaid. */
    private static Part closeUsed() {
        return Part.of("i", "What a close takes after 70,000 calls by each of two threads, by the number of waiting threads",
                Stream.of(1, 10, 200).map(idle -> Workload.of("i-" + idle + "-idle", waiting(idle),
                        contended(benchmark(CloseUsedArena.class, "run", Map.of("idle", Integer.toString(idle)))),
                        Bench.pairs(1), stockAndSlipstream(List.of(25))).at(idle)
                        .claiming(atMost(TWO_HANDSHAKES, List.of(25)))).toArray(Workload[]::new))
                .along(new Axis("waiting threads", "", true));
    }

    private static String waiting(int idle) {
        return String.format(Locale.ROOT, "%,d %s", idle, idle == 1 ? "thread waits" : "threads wait");
    }

    /** Returns the workload of a close. Its fastest iterations are those that the operating system disturbed least. */
    private static Workload close(int idle, List<Integer> features) {
        Map<Subject, Double> subjects = Subject.ofEach(features, ITERATION_SECONDS, STOCK);
        subjects.put(SLIPSTREAM.on(25), ITERATION_SECONDS);
        Benchmark benchmark = benchmark(CloseArena.class, "run", Map.of("idle", Integer.toString(idle)));
        return Workload.of("f-" + idle + "-idle", waiting(idle) + ", fastest iterations", benchmark.byFastest(),
                Bench.pairs(NARROW), subjects).at(idle).claiming(atMost(1.02, List.of(25)));
    }
}
