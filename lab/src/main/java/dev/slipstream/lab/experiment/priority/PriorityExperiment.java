package dev.slipstream.lab.experiment.priority;

import static dev.slipstream.results.Subject.Kind.FLOOR;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.lab.machine.NiceValues;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Proof of the effect of thread priorities, after P. Lawrey, "Why thread priority rarely matters" (2011). Two threads have the Java
 * priorities 10 and 1. The stock JDK, the JDK with its own option, and the JDK with the remedy are each compared with the measured
 * thread alone.
 *
 * <p>The score is the time of a fixed small piece of work. Divided by the time of the thread alone, it is the reciprocal of the
 * thread's share of the processor. The expected shares follow from the nice values permitted on this machine.
 */
public final class PriorityExperiment implements Experiment {
    /** The JDKs in common use, and the next one. */
    private static final List<Integer> NEEDED = List.of(21, 25, 28);

    /** The first JDK with {@code java.lang.foreign}, without which the remedy stays inactive. */
    private static final int REMEDIED = 21;

    private static final int OLDEST = 17;
    private static final int HIGH = Thread.MAX_PRIORITY;
    private static final int LOW = Thread.MIN_PRIORITY;
    private static final String OPTION = "-XX:ThreadPriorityPolicy=1";

    /** The same value as in the benchmarks' annotations. */
    private static final double ITERATION_SECONDS = 0.2;

    /** The kernel switches threads every few milliseconds, and the JVM's own threads take some time. */
    private static final double TOLERANCE = 0.1;

    /** A disturbance of a few per cent of the processor affects the thread with an eighth of it most. */
    private static final double LOW_TOLERANCE = 0.2;

    /** The JDK of the headline control. */
    private static final int HEADLINE = 21;

    /** Far below the factor of two or eight that a priority makes on a shared processor. */
    private static final double COMPUTING = 0.1;

    /** The split of a contended resource between two threads differs from fork to fork. */
    private static final double WAITING = 0.4;

    @Override
    public String remedy() {
        return "priority";
    }

    @Override
    public String title() {
        return "Threads of different priorities";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "Thread.setPriority, which the JVM ignores";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        return List.of(
                Part.of("a", title("Both on one processor"), shared(HIGH, features, List.of(25)),
                        shared(LOW, features, List.of(25))),
                processors().covering("a"),
                memory(),
                files(),
                lock());
    }

    private static String title(String what) {
        return what + "; option: " + OPTION;
    }

    private static Workload shared(int priority, List<Integer> features, List<Integer> options) {
        boolean high = priority == HIGH;
        int other = high ? LOW : HIGH;
        NiceValues nice = NiceValues.here();
        double tolerance = high ? TOLERANCE : LOW_TOLERANCE;
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        List<Claim> claims = new ArrayList<>();
        for (int feature : features) {
            add(STOCK.on(feature), 2, TOLERANCE, subjects, claims);
            if (options.contains(feature)) {
                add(Subject.Kind.OPTION.on(feature), NiceValues.slowdown(nice.byJvm(priority), nice.byJvm(other)), tolerance,
                        subjects, claims);
            }
            if (feature >= REMEDIED) {
                double promised = NiceValues.slowdown(nice.byRemedy(priority), nice.byRemedy(other));
                add(SLIPSTREAM.on(feature), promised, tolerance, subjects, claims);
            }
            subjects.put(FLOOR.on(feature), ITERATION_SECONDS);
        }
        String title = String.format("priority %d (nice %d) beside %d (nice %d)", priority, nice.byRemedy(priority), other,
                nice.byRemedy(other));
        List<Claim> marked = claims.stream()
                .map(claim -> high ? claim : claim.asHeadlineOn(REMEDIED)).toList();
        return Workload.of("a-" + (high ? "high" : "low"), title, computing(priority, "shared", true),
                Bench.pairs(1), subjects)
                .withCounterpart(computing(priority, "shared", false)).claiming(marked);
    }

    private static void add(
            Subject subject, double times, double tolerance, Map<Subject, Double> subjects, List<Claim> claims) {
        subjects.put(subject, ITERATION_SECONDS);
        claims.add(new Claim(subject, new Bar.Times(times, tolerance), FLOOR.on(subject.feature())));
    }

    private static Benchmark computing(int priority, String processor, boolean rival) {
        return benchmark(Computing.class, priority, processor, rival, Map.of());
    }

    private static Benchmark benchmark(
            Class<?> program, int priority, String processor, boolean rival, Map<String, String> more) {
        Map<String, String> params = new LinkedHashMap<>(more);
        params.put("measured", priority == HIGH ? "high" : "low");
        params.put("processor", processor);
        params.put("rival", Boolean.toString(rival));
        return new Benchmark(program.getName() + ".run", params, List.of(), 1, 4).withOptions(OPTION);
    }

    /**
     * Returns the part with a processor for each thread, without competition. In this and the following parts a priority must not
     * matter: each thread has its own processor, and the resource that they wait for is allocated without regard to nice values.
     * The measured thread has the lower priority, since an effect would slow it eight times as much as the other thread. Only one
     * workload here measures the higher priority.
     */
    private static Part processors() {
        return Part.of("b", "Control: a processor each", free(HIGH, 21), free(LOW, 25));
    }

    private static Workload free(int priority, int feature) {
        String title = "computing, priority " + priority + " beside " + (HIGH + LOW - priority);
        return workload("b-" + (priority == HIGH ? "high" : "low"), title,
                computing(priority, "own", true), feature, COMPUTING);
    }

    private static Part memory() {
        return Part.of("c", "Control: memory's bandwidth", withFloor(workload("c-memory", "copying memory, priority 1",
                contest(Copying.class, true, Map.of()), 25, WAITING), contest(Copying.class, false, Map.of())));
    }

    private static Part files() {
        return Part.of("d", "Control: files", files("read", "reading from the file cache"),
                files("write", "writing to the file cache"), files("force", "writing to the disk"));
    }

    private static Workload files(String access, String title) {
        Map<String, String> params = Map.of("access", access);
        return withFloor(workload("d-" + access, title + ", priority 1",
                contest(FileAccess.class, true, params), 25, WAITING), contest(FileAccess.class, false, params));
    }

    private static Part lock() {
        return Part.of("e", "Control: a lock", withFloor(workload("e-lock", "a lock that both want, priority 1",
                contest(Locking.class, true, Map.of()), 25, WAITING), contest(Locking.class, false, Map.of())));
    }

    private static Benchmark contest(Class<?> program, boolean rival, Map<String, String> params) {
        return benchmark(program, LOW, "own", rival, params);
    }

    private static Workload workload(
            String id, String title, Benchmark benchmark, int feature, double tolerance) {
        Map<Subject, Double> subjects =
                Subject.ofEach(List.of(feature), ITERATION_SECONDS, STOCK, SLIPSTREAM, TWIN);
        return Workload.of(id, title, benchmark, Bench.pairs(1), subjects).claiming(List.of(
                Claim.control(SLIPSTREAM.on(feature), tolerance, STOCK.on(feature)).asHeadlineOn(HEADLINE),
                Claim.control(TWIN.on(feature), tolerance, STOCK.on(feature))));
    }

    /** Adds the measured thread alone as the floor, which shows that sharing the resource matters, although priority does not. */
    private static Workload withFloor(Workload of, Benchmark alone) {
        return of.withCounterpart(alone, Map.of(FLOOR.on(25), ITERATION_SECONDS));
    }
}
