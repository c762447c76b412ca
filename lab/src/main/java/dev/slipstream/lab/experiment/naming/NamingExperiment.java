package dev.slipstream.lab.experiment.naming;

import static dev.slipstream.results.Subject.Kind.BAKED;
import static dev.slipstream.results.Subject.Kind.DEFAULTS;
import static dev.slipstream.results.Subject.Kind.FLOOR;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.lab.experiment.floor.Floors;
import dev.slipstream.lab.experiment.startup.StartUps;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.stats.Bar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Proof about threads that rename themselves: each JDK with the remedy against the same JDK without it, and against the bare system
 * call that sets a thread's name in the operating system.
 */
public final class NamingExperiment implements Experiment {
    /** The JDKs in common use, and the next one, which shortens names in another way. */
    private static final List<Integer> NEEDED = List.of(17, 21, 25, 28);

    private static final List<Integer> TWO = List.of(21, 25);

    private static final int OLDEST = 17;

    /** The first JDK whose {@code java.lang.foreign} can make the system call. */
    private static final int FOREIGN = 21;

    /** The length of the shortest name that Linux truncates. */
    private static final int CUT = 16;

    private static final int LONG = 200;
    private static final List<Integer> LENGTHS = List.of(1, 4, 15, CUT, 50, LONG);

    /** The JDK as of March 2026, without and with the rejected patch. */
    private static final Map<Integer, List<Published>> PUBLISHED = Map.of(
            1, published(602.3, 561.9), 4, published(605.9, 570.2), 15, published(617.1, 570.4),
            CUT, published(712.1, 569.4), 50, published(757.9, 566.3), LONG, published(986.2, 569.9));

    private static final List<Published> PUBLISHED_SAME = List.of(new Published("patch", 7.4));

    /** The same value as in the benchmarks' annotations. */
    private static final double ITERATION_SECONDS = 0.05;

    private static final double FLOOR_SECONDS = 0.2;

    private static final int ITERATIONS = 8;

    private static List<Published> published(double before, double with) {
        return List.of(new Published("JDK", before), new Published("patch", with));
    }

    /** Gains on any machine, for names of up to 16 characters and for long ones. A system call takes 140 ns on one, 360 on another. */
    private static final int GAIN = 5;
    private static final int GAIN_LONG = 10;

    /** Distinguishing one nanosecond of ten, or one rename in a thread's life, from noise takes many pairs. */
    private static final double NARROW = 2;

    /** Far below any claimed gain, and above what the remedy may add. */
    private static final double TOLERANCE = 0.25;

    private static final Claim NOISE = Claim.control(TWIN.on(21), TOLERANCE, STOCK.on(21));

    @Override
    public String remedy() {
        return "naming";
    }

    @Override
    public String title() {
        return "Threads that rename themselves";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "a system call each time a thread renames itself";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        return List.of(
                anotherName(LENGTHS.stream().map(length -> byLength(length, features)).toArray(Workload[]::new)),
                sameName(same(15, features), same(LONG, TWO)),
                twoThreads(),
                immediate(features.stream().filter(feature -> feature >= FOREIGN).toList()),
                nothingToGain().covering("a", "b", "c", "d"),
                shortLived(),
                startUp(),
                baked(),
                manyThreads());
    }

    private static Part anotherName(Workload... workloads) {
        return Part.of("a", "Another name each time", workloads).along(new Axis("length", "characters", true));
    }

    /** Returns a workload with all JDKs for a length with a claim, or else with two. The floor is the same for every length. */
    private static Workload byLength(int length, List<Integer> features) {
        boolean claimed = length == CUT || length == LONG;
        Workload workload = changing(length, claimed ? features : TWO);
        return claimed || length == 1 ? withFloors(workload, List.of(25)) : workload;
    }

    private static Workload changing(int length, List<Integer> features) {
        return Workload.of("a-length-" + length, "another name, " + characters(length),
                alone(length, "changing"), Bench.pairs(1), stockAndSlipstream(features))
                .at(length).publishedAs(PUBLISHED.getOrDefault(length, List.of())).claiming(gain(length, features));
    }

    private static Workload withFloors(Workload of, List<Integer> features) {
        return of.withCounterpart(Floors.barePrctl(), Subject.ofEach(features, FLOOR_SECONDS, FLOOR));
    }

    private static List<Claim> gain(int length, List<Integer> features) {
        return switch (length) {
            case CUT -> faster(GAIN, features).stream().map(claim -> claim.asHeadlineOn(21)).toList();
            case LONG -> faster(GAIN_LONG, features);
            default -> List.of();
        };
    }

    private static Part sameName(Workload... workloads) {
        return Part.of("b", "The same name again", workloads);
    }

    private static Workload same(int length, List<Integer> features) {
        return Workload.of("b-length-" + length, "the same name, " + characters(length),
                alone(length, "same"), Bench.pairs(1), stockAndSlipstream(features))
                .claiming(faster(GAIN, features)).publishedAs(length == 15 ? PUBLISHED_SAME : List.of());
    }

    private static Part twoThreads() {
        return Part.of("c", "Two threads at a time", Workload.of("c-two-threads", "two threads, " + characters(CUT),
                rename("byTwo", CUT, "changing"), Bench.pairs(1), stockAndSlipstream(TWO))
                .claiming(faster(GAIN, TWO)));
    }

    /** Returns the part about the gain that remains if the operating system must know each name at once. */
    private static Part immediate(List<Integer> features) {
        return Part.of("d", "naming.mode=immediate", immediate(CUT, features), immediate(LONG, List.of(25)));
    }

    private static Workload immediate(int length, List<Integer> features) {
        List<Claim> claims = features.stream().filter(NEEDED::contains)
                .map(feature -> new Claim(SLIPSTREAM.on(feature), new Bar.AtMost(1.3), FLOOR.on(feature))).toList();
        return withFloors(Workload.of("d-length-" + length, "immediate, " + characters(length),
                alone(length, "changing").withSettings("naming.mode=immediate"),
                Bench.pairs(1), stockAndSlipstream(features)).claiming(claims), features);
    }

    private static Benchmark alone(int length, String names) {
        return rename("run", length, names).byFastest();
    }

    private static Benchmark rename(String method, int length, String names) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("length", Integer.toString(length));
        params.put("names", names);
        return benchmark(Rename.class, method, params);
    }

    private static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, List.of(), 8, ITERATIONS);
    }

    private static List<Claim> faster(int times, List<Integer> features) {
        return features.stream().filter(NEEDED::contains)
                .map(feature -> new Claim(SLIPSTREAM.on(feature), new Bar.Faster(times), STOCK.on(feature))).toList();
    }

    private static Map<Subject, Double> stockAndSlipstream(List<Integer> features) {
        return Subject.ofEach(features, ITERATION_SECONDS, STOCK, SLIPSTREAM);
    }

    private static String characters(int length) {
        return length + (length == 1 ? " character" : " characters");
    }

    private static List<Claim> controls(List<Integer> features) {
        return features.stream().map(feature -> Claim.control(SLIPSTREAM.on(feature), TOLERANCE, STOCK.on(feature))).toList();
    }

    /** Returns controls that are headlines on JDK 21. */
    private static List<Claim> otherControls() {
        return controls(TWO).stream().map(claim -> claim.asHeadlineOn(21)).toList();
    }

    private static List<Claim> atMostANanosecond(List<Integer> features) {
        Bar bar = new Bar.AtMostMore(Duration.ofNanos(1), TimeUnit.NANOSECONDS);
        return features.stream().map(feature -> new Claim(SLIPSTREAM.on(feature), bar, STOCK.on(feature))).toList();
    }

    /** Returns the controls in which stock makes no system call to save: a gain here would be a measurement error. */
    private static Part nothingToGain() {
        int pairs = Bench.pairs(NARROW);
        return Part.of("e", "Control: where there is nothing to gain",
                other(TWO, pairs).claiming(withNoise(otherControls(), atMostANanosecond(TWO))),
                Workload.of("e-virtual", "a virtual thread renames itself",
                        benchmark(RenameVirtual.class, "run", Map.of()), pairs,
                        stockAndSlipstream(TWO)).claiming(atMostANanosecond(TWO)),
                Workload.of("e-get-name", "a thread asks for its name",
                        benchmark(GetName.class, "run", Map.of()), pairs,
                        withTwin(List.of(21))).claiming(withNoise(controls(List.of(21)), List.of())));
    }

    private static Workload other(List<Integer> features, int pairs) {
        return Workload.of("e-other", "a thread renames another one, fastest iterations",
                benchmark(RenameOther.class, "run", Map.of()).byFastest(), pairs,
                withTwin(features));
    }

    /**
     * Returns the part with short-lived threads. The remedy leaves a thread's first 8 renames to the JDK; soon after, its set-up
     * begins to pay off.
     */
    private static Part shortLived() {
        return Part.of("f", "Threads that live for a few renames",
                shortLived(1).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), STOCK.on(21)))),
                shortLived(8).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), STOCK.on(21)))),
                shortLived(64), shortLived(512))
                .along(new Axis("renames", "", true));
    }

    private static Workload shortLived(int renames) {
        return Workload.of("f-" + renames + "-renames", "renames itself " + times(renames),
                benchmark(ShortLived.class, "run", Map.of("renames", Integer.toString(renames))),
                Bench.pairs(NARROW), stockAndSlipstream(List.of(21))).at(renames);
    }

    /**
     * Returns the start-up costs of this remedy alone, and of all remedies that are on by default. They are measured here since
     * this remedy works on every JDK.
     */
    private static Part startUp() {
        return Part.of("g", "What it costs to install, alone and with all that is on by default",
                StartUps.of("g-start-up-all", TWO,
                        feature -> Subject.ofEach(List.of(feature), 0.2, SLIPSTREAM, DEFAULTS)),
                StartUps.loadingClasses("g-class-loading", TWO, feature -> Map.of(DEFAULTS.on(feature), 0.7)));
    }

    private static Part baked() {
        List<Claim> claims = NEEDED.stream().map(feature -> new Claim(BAKED.on(feature), new Bar.Faster(GAIN), STOCK.on(feature)))
                .toList();
        return Part.of("h", "Baked into the JDK, without an agent",
                Workload.of("h-length-" + CUT, "another name, " + characters(CUT), alone(CUT, "changing"), Bench.pairs(1),
                        Subject.ofEach(NEEDED, ITERATION_SECONDS, STOCK, BAKED)).claiming(claims),
                StartUps.baked("h-start-up", NEEDED),
                StartUps.bakedLoadingClasses("h-class-loading", TWO));
    }

    /** Returns the part with threads beyond those that may keep a name file open. */
    private static Part manyThreads() {
        return Part.of("i", "Many threads, each of which renames itself 20 times in its turn",
                manyThreads(10),
                manyThreads(100),
                manyThreads(1_000).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), STOCK.on(21)))),
                manyThreads(10_000).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), STOCK.on(21)))),
                manyThreads(25_000))
                .along(new Axis("threads", "", true));
    }

    private static Workload manyThreads(int threads) {
        return Workload.of("i-" + threads + "-threads", String.format(Locale.ROOT, "a round of %,d threads", threads),
                benchmark(RenameByMany.class, "run", Map.of("threads", Integer.toString(threads), "renames", "20")),
                Bench.pairs(1), Subject.ofEach(List.of(21), Math.max(ITERATION_SECONDS, threads * 0.00005), STOCK, SLIPSTREAM))
                .at(threads);
    }

    private static String times(int renames) {
        return renames == 1 ? "once" : renames + " times";
    }

    private static Map<Subject, Double> withTwin(List<Integer> features) {
        Map<Subject, Double> subjects = stockAndSlipstream(features);
        subjects.put(TWIN.on(21), ITERATION_SECONDS);
        return subjects;
    }

    private static List<Claim> withNoise(List<Claim> controls, List<Claim> claims) {
        return Stream.of(controls, List.of(NOISE), claims).flatMap(List::stream).toList();
    }
}
