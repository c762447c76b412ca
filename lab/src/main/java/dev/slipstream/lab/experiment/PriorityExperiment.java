package dev.slipstream.lab.experiment;

import static dev.slipstream.lab.Subject.floor;
import static dev.slipstream.lab.Subject.option;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.priority.Computing;
import dev.slipstream.lab.machine.NiceValues;
import dev.slipstream.lab.stats.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does a thread's priority matter? Two threads, of Java priority 10 and 1, after P. Lawrey, "Why thread priority rarely matters"
 * (2011): each JDK as it is, with the JVM's own option, and with the remedy, against the measured thread alone.
 *
 * <p>The score is the time of one and the same small piece of work, whatever else goes on; by the time of the thread alone it is
 * the reciprocal of its share of the processor. What the shares must be follows from the nice values that are permitted here.
 */
public final class PriorityExperiment implements Experiment {
    /** What people run, and the one to come. */
    private static final List<Integer> NEEDED = List.of(21, 25, 28);

    /** The first with {@code java.lang.foreign}, without which the remedy declines. */
    private static final int REMEDIED = 21;

    private static final int OLDEST = 17;
    private static final int HIGH = Thread.MAX_PRIORITY;
    private static final int LOW = Thread.MIN_PRIORITY;
    private static final String OPTION = "-XX:ThreadPriorityPolicy=1";

    /** As the benchmarks' annotations say. */
    static final double ITERATION_SECONDS = 0.2;

    /** The kernel changes threads every few milliseconds, and what the JVM does besides is not quite nothing. */
    private static final double TOLERANCE = 0.1;

    /** Whatever takes some per cent of the processor takes the most from the thread that has an eighth of it. */
    private static final double LOW_TOLERANCE = 0.2;

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
    public List<Integer> features(Size size) {
        return size == Size.QUICK ? List.of(21) : NEEDED;
    }

    @Override
    public List<Part> parts(Bench bench) {
        if (bench.size() == Size.QUICK) {
            return List.of(
                    Part.of("a", title("Both on one processor"), shared(bench, HIGH, List.of(21), List.of()),
                            shared(bench, LOW, List.of(21), List.of())),
                    Part.of("b", "Control: a processor each", PriorityControls.free(bench, LOW, 21)).guarding("a"));
        }
        List<Integer> features = bench.features(NEEDED, OLDEST);
        // The thread that has an eighth tells more: elsewhere the other seven follow.
        List<Integer> high = bench.size() == Size.FULL ? features : List.of(21, 25);
        return List.of(
                Part.of("a", title("Both on one processor"), shared(bench, HIGH, high, List.of(25)),
                        shared(bench, LOW, features, List.of(25))),
                PriorityControls.processors(bench).guarding("a"),
                PriorityControls.memory(bench),
                PriorityControls.files(bench),
                PriorityControls.lock(bench));
    }

    private static String title(String what) {
        return what + "; option: " + OPTION;
    }

    private static Workload shared(Bench bench, int priority, List<Integer> features, List<Integer> options) {
        boolean high = priority == HIGH;
        int other = high ? LOW : HIGH;
        NiceValues nice = NiceValues.here();
        double tolerance = high ? TOLERANCE : LOW_TOLERANCE;
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        List<Claim> claims = new ArrayList<>();
        for (int feature : features) {
            // There is no time for everything, and who has half of it is the same whatever the priority.
            if (!high || bench.size() != Size.QUICK) {
                add(stock(feature), 2, TOLERANCE, subjects, claims);
            }
            if (options.contains(feature)) {
                add(option(feature), NiceValues.slowdown(nice.byJvm(priority), nice.byJvm(other)), tolerance, subjects, claims);
            }
            if (feature >= REMEDIED) {
                double promised = NiceValues.slowdown(nice.byRemedy(priority), nice.byRemedy(other));
                add(slipstream(feature), promised, tolerance, subjects, claims);
            }
            subjects.put(floor(feature), ITERATION_SECONDS);
        }
        String title = String.format("priority %d (nice %d) beside %d (nice %d)", priority, nice.byRemedy(priority), other,
                nice.byRemedy(other));
        return Workload.of("a-" + (high ? "high" : "low"), title, computing(bench, priority, "shared", true),
                        bench.pairs(1), bench.pairs(1), subjects)
                .withFloor(computing(bench, priority, "shared", false)).claiming(claims);
    }

    private static void add(
            Subject subject, double times, double tolerance, Map<Subject, Double> subjects, List<Claim> claims) {
        subjects.put(subject, ITERATION_SECONDS);
        claims.add(new Claim(subject, new Bar.Times(times, tolerance), floor(subject.feature())));
    }

    static Benchmark computing(Bench bench, int priority, String processor, boolean rival) {
        return benchmark(bench, Computing.class, priority, processor, rival, Map.of());
    }

    static Benchmark benchmark(
            Bench bench, Class<?> program, int priority, String processor, boolean rival, Map<String, String> more) {
        Map<String, String> params = new LinkedHashMap<>(more);
        params.put("measured", priority == HIGH ? "high" : "low");
        params.put("processor", processor);
        params.put("rival", Boolean.toString(rival));
        boolean quick = bench.size() == Size.QUICK;
        return new Benchmark(program.getName() + ".run", params, List.of(), 1, quick ? 2 : 4).withOptions(OPTION);
    }
}
