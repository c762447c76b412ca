package dev.slipstream.lab.experiment.naming;

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
import dev.slipstream.lab.experiment.floor.Floors;
import dev.slipstream.lab.stats.Bar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** The first JDK that converts long names faster, which leaves less to gain. */
    private static final int FASTER = 26;

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
    static final double ITERATION_SECONDS = 0.05;

    private static final double FLOOR_SECONDS = 0.2;

    private static final int ITERATIONS = 8;

    private static List<Published> published(double before, double with) {
        return List.of(new Published("JDK", before), new Published("patch", with));
    }

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
                NamingCosts.nothingToGain().guarding("a", "b", "c", "d"),
                NamingCosts.shortLived(),
                NamingCosts.startUp());
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
                alone(length, "changing"), Bench.pairs(1), Bench.pairs(1), pairs(features))
                .at(length).publishedAs(PUBLISHED.get(length)).claiming(gain(length, features));
    }

    private static Workload withFloors(Workload of, List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>(of.subjects());
        features.forEach(feature -> subjects.put(floor(feature), FLOOR_SECONDS));
        return new Workload(of.id(), of.title(), of.benchmark(), Optional.of(Floors.barePrctl()), of.x(), of.pairs(),
                of.slowPairs(), subjects, of.claims(), of.published());
    }

    private static List<Claim> gain(int length, List<Integer> features) {
        return switch (length) {
            case CUT -> faster(10, features).stream().map(claim -> claim.asHeadlineOn(21)).toList();
            case LONG -> features.stream().filter(NEEDED::contains)
                    .map(feature -> faster(feature < FASTER ? 20 : 15, feature)).toList();
            default -> List.of();
        };
    }

    private static Part sameName(Workload... workloads) {
        return Part.of("b", "The same name again", workloads);
    }

    private static Workload same(int length, List<Integer> features) {
        return Workload.of("b-length-" + length, "the same name, " + characters(length),
                alone(length, "same"), Bench.pairs(1), Bench.pairs(1), pairs(features))
                .claiming(faster(10, features)).publishedAs(length == 15 ? PUBLISHED_SAME : List.of());
    }

    private static Part twoThreads() {
        return Part.of("c", "Two threads at a time", Workload.of("c-two-threads", "two threads, " + characters(CUT),
                rename("byTwo", CUT, "changing"), Bench.pairs(1), Bench.pairs(1), pairs(TWO))
                .claiming(faster(10, TWO)));
    }

    /** Returns the part about the gain that remains if the operating system must know each name at once. */
    private static Part immediate(List<Integer> features) {
        return Part.of("d", "naming.mode=immediate", immediate(CUT, features), immediate(LONG, List.of(25)));
    }

    private static Workload immediate(int length, List<Integer> features) {
        List<Claim> claims = features.stream().filter(NEEDED::contains)
                .map(feature -> new Claim(slipstream(feature), new Bar.AtMost(1.3), floor(feature))).toList();
        return withFloors(Workload.of("d-length-" + length, "immediate, " + characters(length),
                alone(length, "changing").withSettings("naming.mode=immediate"),
                Bench.pairs(1), Bench.pairs(1), pairs(features)).claiming(claims), features);
    }

    private static Benchmark alone(int length, String names) {
        return rename("run", length, names).byFastest(ITERATIONS);
    }

    private static Benchmark rename(String method, int length, String names) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("length", Integer.toString(length));
        params.put("names", names);
        return benchmark(Rename.class, method, params);
    }

    static Benchmark benchmark(Class<?> program, String method, Map<String, String> params) {
        return new Benchmark(program.getName() + "." + method, params, List.of(), 8, ITERATIONS);
    }

    private static List<Claim> faster(int times, List<Integer> features) {
        return features.stream().filter(NEEDED::contains).map(feature -> faster(times, feature)).toList();
    }

    private static Claim faster(int times, int feature) {
        return new Claim(slipstream(feature), new Bar.Faster(times), stock(feature));
    }

    private static Map<Subject, Double> pairs(List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(stock(feature), ITERATION_SECONDS);
            subjects.put(slipstream(feature), ITERATION_SECONDS);
        }
        return subjects;
    }

    private static String characters(int length) {
        return length + (length == 1 ? " character" : " characters");
    }
}
