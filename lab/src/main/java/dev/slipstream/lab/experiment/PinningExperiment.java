package dev.slipstream.lab.experiment;

import static dev.slipstream.lab.Subject.inert;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Published;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.pinning.NeverPinned;
import dev.slipstream.lab.experiment.pinning.PinnedSleep;
import dev.slipstream.lab.experiment.pinning.StartUp;
import dev.slipstream.lab.stats.Bar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Virtual threads that block inside synchronized: JDK 21 with the remedy against JDK 21 without and against JDK 25, where
 * JEP 491 has removed the cost.
 */
public final class PinningExperiment implements Experiment {
    private static final List<Integer> NEEDED = List.of(21, 25);

    /** The first with virtual threads. */
    private static final int OLDEST = 21;

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final String ONE_CARRIER = "-Djdk.virtualThreadScheduler.parallelism=1";
    private static final List<String> NO_ANNOUNCEMENTS =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-DoJVMTIVirtualThreadTransitions");
    private static final String SLEEP = PinnedSleep.class.getName() + ".run";
    private static final String START_UP = StartUp.class.getName() + ".run";
    private static final String NEVER = NeverPinned.class.getName() + ".run";

    private static final List<Claim> GAIN = List.of(
            new Claim(slipstream(21), new Bar.Faster(10), stock(21)),
            new Claim(slipstream(21), new Bar.AtMost(1.2), stock(25)),
            new Claim(slipstream(25), new Bar.NoCost(0.1), stock(25)));

    /** A shared lock lets one thread sleep at a time, on any JDK: who finds a gain here has measured something else. */
    private static final List<Claim> CONTROL = List.of(new Claim(slipstream(21), new Bar.Same(0.05), stock(21)));

    private static final List<Claim> LONG_SLEEP = List.of(new Claim(slipstream(21), new Bar.AtMost(1.5), stock(25)));

    private static final List<Claim> MANY_THREADS = List.of(new Claim(slipstream(21), new Bar.AtMost(1.3), stock(25)));

    /** What the bare agent costs, what the remedy adds to that, and both together. */
    private static final List<Claim> COST = List.of(
            new Claim(inert(21), new Bar.NoCost(0.05), stock(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), inert(21)),
            new Claim(slipstream(21), new Bar.NoCost(0.05), stock(21)));

    private static final List<Published> PUBLISHED_OWN =
            List.of(new Published("21.0.6", 34.133), new Published("24", 0.640));

    private static final List<Published> PUBLISHED_SHARED =
            List.of(new Published("21.0.6, 5,000 threads", 32.334), new Published("24, the same", 31.592));

    /** A cold JVM scatters by a tenth of a second, which is much of a run that takes less than one. */
    private static final double COLD = 2;

    /** Iterations until the JVM has compiled what a virtual thread runs through; before, they differ by a factor of four. */
    private static final int UNTIL_COMPILED = 8;

    /** Runs that never pin come in two speeds by chance; only many pairs say anything. */
    private static final double NOISY = 3;

    @Override
    public String remedy() {
        return "pinning";
    }

    @Override
    public String title() {
        return "Virtual threads that block inside synchronized";
    }

    @Override
    public List<Integer> features() {
        return NEEDED;
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Scenario> scenarios = PinningScenarios.on(bench.features(NEEDED, OLDEST), bench.pairs(1));
        return List.of(
                ownLock(bench), sharedLock(bench), longSleep(bench), manyThreads(bench), neverPinned(bench),
                new Part("f", "Programs that hang", List.of(), scenarios), startUp(bench));
    }

    private static Part ownLock(Bench bench) {
        boolean quick = bench.size() == Size.QUICK;
        int threads = quick ? 3_000 : 5_000;
        String title = count(threads) + ", a lock each, 5 ms sleep";
        double oneByOne = threads * 0.0055;
        Workload machine = sleep("a-own-lock", title, threads, 5, false, List.of(), bench,
                gain(bench, oneByOne / CORES), GAIN, PUBLISHED_OWN);
        if (quick) {
            return Part.of("a", "A lock each", machine);
        }
        Workload one = sleep("a-one-carrier", title + ", one carrier", threads, 5, false, List.of(ONE_CARRIER), bench,
                gain(bench, oneByOne), GAIN, PUBLISHED_OWN);
        return Part.of("a", "A lock each", machine, one);
    }

    private static Map<Subject, Double> gain(Bench bench, double pinned) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : bench.features(NEEDED, OLDEST)) {
            subjects.put(stock(feature), feature < 24 ? pinned : 0.7);
            subjects.put(slipstream(feature), 0.8);
        }
        return subjects;
    }

    private static Part sharedLock(Bench bench) {
        int threads = bench.size() == Size.FULL ? 5_000 : 500;
        Workload workload = sleep("b-shared-lock", "control: " + count(threads) + ", one lock for all, 5 ms sleep",
                threads, 5, true, List.of(), bench,
                subjects(stock(21), threads * 0.0053, slipstream(21), threads * 0.0053), CONTROL, PUBLISHED_SHARED);
        return Part.of("b", "Control: one lock for all", workload);
    }

    private static Part longSleep(Bench bench) {
        int threads = bench.size() == Size.QUICK ? 5_000 : 20_000;
        Workload workload = sleep("c-long-sleep", count(threads) + ", a lock each, 50 ms sleep",
                threads, 50, false, List.of(), bench,
                withStockIfFull(bench, threads * 0.0505 / CORES, 3, 2), LONG_SLEEP, List.of());
        return Part.of("c", "A longer sleep", workload);
    }

    private static Part manyThreads(Bench bench) {
        int threads = bench.size() == Size.QUICK ? 10_000 : 50_000;
        Workload workload = sleep("d-many-threads", count(threads) + ", a lock each, 5 ms sleep",
                threads, 5, false, List.of(), bench,
                withStockIfFull(bench, threads * 0.0055 / CORES, 6, 6), MANY_THREADS, List.of());
        return Part.of("d", "More threads", workload);
    }

    /** Stock JDK 21 needs minutes here and is no part of the claim. */
    private static Map<Subject, Double> withStockIfFull(Bench bench, double stock21, double slipstream21, double stock25) {
        return bench.size() == Size.FULL
                ? subjects(stock(21), stock21, slipstream(21), slipstream21, stock(25), stock25)
                : subjects(slipstream(21), slipstream21, stock(25), stock25);
    }

    /**
     * With any agent at all the JVM announces every mount and unmount to its tool interface, which, once all is compiled, costs
     * more than starting the thread. So the warm JVM is measured with and without those announcements: with them it is only
     * shown, the claims are about the agent and not about them.
     */
    private static Part neverPinned(Bench bench) {
        return Part.of("e", "What it costs those who never pin",
                neverPinned("e-cold", ", from a cold JVM", List.of(), 0, 1, bench.pairs(NOISY), COST),
                neverPinned("e-announced", ", warm", List.of(), UNTIL_COMPILED, 9, bench.pairs(1), List.of()),
                neverPinned("e-not-announced", ", warm, no mounts announced", NO_ANNOUNCEMENTS, UNTIL_COMPILED, 9,
                        bench.pairs(NOISY), COST));
    }

    private static Workload neverPinned(String id, String how, List<String> args, int warmups, int iterations, int pairs,
            List<Claim> claims) {
        int threads = 1_000_000;
        return new Workload(id, count(threads) + " that never pin" + how, NEVER,
                Map.of("threads", Integer.toString(threads)), args, warmups, iterations, pairs, pairs,
                subjects(stock(21), 0.3, inert(21), 0.3, slipstream(21), 0.3), claims, List.of());
    }

    /** What is installed, against the agent with nothing installed; stock shows what the JVM charges for any agent. */
    private static Part startUp(Bench bench) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        List<Claim> claims = new ArrayList<>();
        for (int feature : NEEDED) {
            subjects.putAll(subjects(stock(feature), 0.1, inert(feature), 0.15, slipstream(feature), 0.2));
            claims.add(new Claim(slipstream(feature), new Bar.AtMostMore(0.060), inert(feature)));
        }
        Workload workload = new Workload("g-start-up", "an empty main, from start to end", START_UP, Map.of(), List.of(), 3, 15,
                bench.pairs(COLD), bench.pairs(1), subjects, claims, List.of());
        return Part.of("g", "What it costs to install", workload);
    }

    private static Workload sleep(String id, String title, int threads, int millis, boolean shared, List<String> args,
            Bench bench, Map<Subject, Double> subjects, List<Claim> claims, List<Published> published) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("threads", Integer.toString(threads));
        params.put("sleepMillis", Integer.toString(millis));
        params.put("shared", Boolean.toString(shared));
        return new Workload(id, title, SLEEP, params, args, 0, 1, bench.pairs(COLD), bench.pairs(1), subjects, claims, published);
    }

    private static String count(int threads) {
        return String.format(Locale.ROOT, "%,d threads", threads);
    }

    /** Subjects and seconds in turn, in order. */
    private static Map<Subject, Double> subjects(Object... pairs) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            subjects.put((Subject) pairs[i], ((Number) pairs[i + 1]).doubleValue());
        }
        return subjects;
    }
}
