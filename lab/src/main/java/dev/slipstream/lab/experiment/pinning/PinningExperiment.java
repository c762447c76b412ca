package dev.slipstream.lab.experiment.pinning;

import static dev.slipstream.results.Subject.Kind.BAKED;
import static dev.slipstream.results.Subject.Kind.FLOOR;
import static dev.slipstream.results.Subject.Kind.INERT;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.lab.experiment.startup.StartUps;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
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
 * Proof about virtual threads that block inside synchronized: JDK 21 with the remedy against JDK 21 without it, and against JDK 25,
 * in which JEP 491 has removed the cost.
 */
public final class PinningExperiment implements Experiment {
    private static final List<Integer> NEEDED = List.of(21, 25);

    /** Cold JVM runs vary by a tenth of a second, a large part of a run that takes less than one second. */
    private static final double COLD = 2;

    /** The first JDK with virtual threads. */
    private static final int OLDEST = 21;

    /** The first JDK in which a monitor no longer pins (JEP 491). */
    private static final int UNPINNED = 24;

    /** The greatest number of threads of which a stock JDK 21 with two carriers runs all within half a minute. */
    private static final int MOST_PINNED = 10_000;

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final String SLEEP = PinnedSleep.class.getName() + ".run";
    private static final String ONE_CARRIER = "-Djdk.virtualThreadScheduler.parallelism=1";

    /**
     * Arguments of a JVM that is bound to one processor. Its collector is the one that the JVM chooses there by itself. A young
     * generation of fixed size, touched beforehand, reduces the scatter of forks from a third to a tenth.
     */
    private static final List<String> ONE_PROCESSOR =
            List.of(ONE_CARRIER, "-XX:+UseSerialGC", "-Xms1g", "-Xmx1g", "-Xmn800m", "-XX:+AlwaysPreTouch");

    /** The floor is the same work and the same sleep without a lock. */
    private static final List<Claim> GAIN = List.of(
            new Claim(SLIPSTREAM.on(21), new Bar.Faster(10), STOCK.on(21)),
            new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.2), STOCK.on(25)),
            new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.3), FLOOR.on(21)),
            new Claim(SLIPSTREAM.on(25), new Bar.NoCost(0.1), STOCK.on(25)));

    /** With one carrier configured, a stock JDK 25 keeps to it, while the remedy adds as many as needed. */
    private static final List<Claim> ONE_CARRIER_GAIN = List.of(GAIN.get(0), GAIN.get(1), GAIN.get(3));

    /** With fewer threads, the start of the cold JVM is a larger share of the time. */
    private static final List<Claim> FEW_THREADS_GAIN = List.of(
            new Claim(SLIPSTREAM.on(21), new Bar.Faster(5), STOCK.on(21)).asHeadline(),
            new Claim(SLIPSTREAM.on(21), new Bar.AtMost(2), STOCK.on(25)).asHeadline());

    /**
     * A shared lock lets one thread sleep at a time on any JDK: a gain here would be a measurement error. A difference between a
     * JDK and itself is noise.
     */
    private static final List<Claim> CONTROLS = List.of(
            Claim.control(SLIPSTREAM.on(21), 0.05, STOCK.on(21)), Claim.control(TWIN.on(21), 0.05, STOCK.on(21)));

    private static final List<Claim> LONG_SLEEP = List.of(new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.5), STOCK.on(25)));

    private static final List<Claim> MANY_THREADS = List.of(new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.3), STOCK.on(25)));

    private static final List<Published> PUBLISHED_OWN =
            List.of(new Published("21.0.6", 34.133), new Published("24", 0.640));

    private static final List<Published> PUBLISHED_SHARED =
            List.of(new Published("21.0.6, 5,000 threads", 32.334), new Published("24, the same", 31.592));

    private static final List<String> NO_ANNOUNCEMENTS =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-DoJVMTIVirtualThreadTransitions");

    private static final String NEVER = NeverPinned.class.getName() + ".run";
    private static final Map<String, String> NEVER_PINNED = Map.of("threads", "1000000");
    private static final String REQUESTS = HelloServer.class.getName() + ".run";
    private static final Map<String, String> SERVED = Map.of("requests", "8000");
    private static final String SERVER_TITLE = "8,000 requests to a server on virtual threads, one processor";

    /** The cost of the bare agent, what the remedy adds to it, and both together. */
    private static final List<Claim> COST = List.of(
            new Claim(INERT.on(21), new Bar.NoCost(0.05), STOCK.on(21)),
            new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), INERT.on(21)),
            new Claim(SLIPSTREAM.on(21), new Bar.NoCost(0.05), STOCK.on(21)));

    /** Bar for a million threads: 25 ns per thread. */
    private static final Bar WARM = new Bar.AtMostMore(Duration.ofMillis(25), TimeUnit.SECONDS);

    private static final List<Claim> WARM_COST = List.of(
            new Claim(INERT.on(21), WARM, STOCK.on(21)),
            new Claim(SLIPSTREAM.on(21), WARM, STOCK.on(21)));

    /** Claim against the bare agent, which also makes the JVM announce every mount. */
    private static final Claim ANNOUNCED_COST = new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.1), INERT.on(21));

    private static final Bar SERVER = new Bar.AtMost(1.01);

    /** Shots of the server until the JVM has compiled what it uses. */
    private static final int SERVER_WARMUPS = 10;

    /**
     * Shots on one processor of which the fastest counts. Other load on the host slows the server down by up to a half, for seconds at
     * a time: medians of forks scatter by 15 %, their fastest shots by 2 %. A shot takes more than 40 ms, so the keeper looks in each.
     */
    private static final int SHOTS = 60;

    /** The same for shots of some 100 ms. */
    private static final int LONG_SHOTS = 30;

    /** Cold JVM runs are bimodal: by chance they differ by a third. */
    private static final Claim NOISE = Claim.control(TWIN.on(21), 0.35, STOCK.on(21));

    /** Iterations until the JVM has compiled a virtual thread's code path; before, scores differ by a factor of four. */
    private static final int UNTIL_COMPILED = 8;

    /**
     * Number of iterations of which most are ordinary ones. Some are faster by a third, as only one carrier happens to run; others, up
     * to eight in a row, take three times as long, as the threads queue.
     */
    private static final int BETWEEN_BURSTS = 24;

    /** Such noisy runs need many pairs. */
    private static final double NOISY = 4;

    private static final Duration DEADLINE = Duration.ofSeconds(8);

    /** A hang known from production. */
    private static final String HEADLINE = "f-lock-hand-over";

    private static final String TWO_CARRIERS = "-Djdk.virtualThreadScheduler.parallelism=2";
    private static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

    @Override
    public String remedy() {
        return "pinning";
    }

    @Override
    public String title() {
        return "Virtual threads that block inside synchronized";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : feature < UNPINNED ? "monitors, native frames, class initialisers"
                : "native frames and class initialisers alone";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        return List.of(ownLock(features), sharedLock().covering("a", "c", "d"), longSleep(), byThreads(), neverPinned(),
                Part.of("f", "Programs that hang", scenarios(features, Bench.pairs(1))), startUp(),
                baked(), nativeCalls(), byCarriers());
    }

    /** Returns the workload with few enough threads for a stock JDK to finish in seconds. */
    private static Workload fewThreads() {
        int threads = 1_200;
        return sleep("a-few-threads", threads, 5, "own", subjects(STOCK.on(21), pinned(threads, 5), SLIPSTREAM.on(21), 0.4,
                STOCK.on(25), 0.4))
                .claiming(FEW_THREADS_GAIN);
    }

    private static Part ownLock(List<Integer> features) {
        int threads = 5_000;
        Workload machine = sleep("a-own-lock", threads, 5, "own", gain(features, pinned(threads, 5)))
                .withCounterpart(Benchmark.once(SLEEP, params(threads, 5, "none")), Map.of(FLOOR.on(21), 0.7));
        Workload one = sleep("a-one-carrier", threads, 5, "own", gain(features, pinned(threads, 5) * CORES));
        Workload oneCarrier = Workload.of(one.id(), one.title() + ", one carrier",
                one.benchmark().withJvmArgs(List.of(ONE_CARRIER)), one.pairs(), one.slowPairs(), one.subjects());
        return Part.of("a", "A lock each", machine.claiming(GAIN).publishedAs(PUBLISHED_OWN),
                oneCarrier.claiming(ONE_CARRIER_GAIN).publishedAs(PUBLISHED_OWN), fewThreads());
    }

    private static Map<Subject, Double> gain(List<Integer> features, double pinned) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(STOCK.on(feature), feature < UNPINNED ? pinned : 0.7);
            subjects.put(SLIPSTREAM.on(feature), 0.8);
        }
        return subjects;
    }

    private static Part sharedLock() {
        return Part.of("b", "Control: one lock for all",
                sharedLock("b-shared-lock", 500).claiming(CONTROLS).publishedAs(PUBLISHED_SHARED),
                sharedLock("b-few-threads", 150).claiming(List.of(CONTROLS.get(0).asHeadline(), CONTROLS.get(1))));
    }

    private static Workload sharedLock(String id, int threads) {
        double seconds = threads * 0.0053;
        return sleep(id, threads, 5, "shared", subjects(STOCK.on(21), seconds, SLIPSTREAM.on(21), seconds, TWIN.on(21), seconds));
    }

    private static Part longSleep() {
        int threads = 20_000;
        Map<Subject, Double> subjects = subjects(STOCK.on(21), pinned(threads, 50), SLIPSTREAM.on(21), 3, STOCK.on(25), 2);
        return Part.of("c", "A longer sleep",
                sleep("c-long-sleep", threads, 50, "own", subjects)
                        .claiming(LONG_SLEEP));
    }

    private static Part byThreads() {
        return Part.of("d", "By the number of threads",
                threads(1_000),
                threads(2_000),
                threads(5_000),
                threads(10_000),
                threads(20_000),
                threads(50_000).claiming(MANY_THREADS),
                threads(100_000))
                .along(new Axis("threads", "", true));
    }

    /** Stock JDK 21 is left out where the sleeps alone would take it minutes. The floor is the same work on platform threads. */
    private static Workload threads(int threads) {
        double quick = 0.3 + threads * 0.00015;
        Map<Subject, Double> subjects = subjects(SLIPSTREAM.on(21), quick, STOCK.on(25), quick);
        if (threads <= MOST_PINNED) {
            subjects.put(STOCK.on(21), pinned(threads, 5));
        }
        Map<String, String> floor = params(threads, 5, "own");
        floor.put("on", "platform");
        return sleep("d-" + threads + "-threads", threads, 5, "own", subjects)
                .withCounterpart(Benchmark.once(SLEEP, floor), Map.of(FLOOR.on(21), quick)).at(threads);
    }

    /** A stock JDK 21 with more carriers has less to gain; it has as many as the machine has processors unless told otherwise. */
    private static Part byCarriers() {
        return Part.of("j", "By the number of carriers",
                carriers(1).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.Faster(10), STOCK.on(21)))),
                carriers(2),
                carriers(4),
                carriers(8),
                carriers(16),
                carriers(32),
                carriers(64).claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.AtMost(1.3), STOCK.on(21)))))
                .along(new Axis("carriers", "", true));
    }

    private static Workload carriers(int carriers) {
        int threads = 2_000;
        double quick = 0.3 + threads * 0.00015;
        Benchmark benchmark = Benchmark.once(SLEEP, params(threads, 5, "own"))
                .withJvmArgs(List.of("-Djdk.virtualThreadScheduler.parallelism=" + carriers));
        return Workload.of("j-" + carriers + "-carriers", "2,000 threads, a lock each, 5 ms sleep, " + carriers
                + (carriers == 1 ? " carrier" : " carriers"), benchmark, Bench.pairs(COLD), Bench.pairs(1),
                subjects(STOCK.on(21), Math.max(quick, pinned(threads, 5) * CORES / carriers), SLIPSTREAM.on(21), quick,
                        STOCK.on(25), quick))
                .at(carriers);
    }

    /** Estimates the seconds of a pinned run: as many threads sleep at a time as there are carriers. */
    private static double pinned(int threads, int millis) {
        return threads * (millis + 0.5) / 1_000 / CORES;
    }

    private static Workload sleep(
            String id, int threads, int millis, String lock, Map<Subject, Double> subjects) {
        String title = String.format(Locale.ROOT, "%,d threads, %s, %d ms sleep",
                threads, lock.equals("own") ? "a lock each" : "one lock for all", millis);
        return Workload.of(id, title, Benchmark.once(SLEEP, params(threads, millis, lock)),
                Bench.pairs(COLD), Bench.pairs(1), subjects);
    }

    private static Map<String, String> params(int threads, int millis, String lock) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("threads", Integer.toString(threads));
        params.put("sleepMillis", Integer.toString(millis));
        params.put("lock", lock);
        return params;
    }

    /** Returns a map of alternating subjects and seconds, in the given order. */
    private static Map<Subject, Double> subjects(Object... pairs) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            subjects.put((Subject) pairs[i], ((Number) pairs[i + 1]).doubleValue());
        }
        return subjects;
    }

    /**
     * Returns the part with virtual threads that never pin. With any agent, the JVM announces every mount and unmount to its tool
     * interface (JVMTI). Once all code is compiled, that costs more than starting the thread. The warm JVM and the server are therefore
     * measured with the announcements, against the bare agent, and without them, against the stock JDK.
     */
    private static Part neverPinned() {
        Map<Subject, Double> subjects = subjects(STOCK.on(21), 0.3, INERT.on(21), 0.3, SLIPSTREAM.on(21), 0.3);
        Map<Subject, Double> cold = new LinkedHashMap<>(subjects);
        cold.put(TWIN.on(21), 0.3);
        int pairs = Bench.pairs(NOISY);
        return Part.of("e", "Cost for virtual threads that never pin",
                workload("e-cold", "from a cold JVM", Benchmark.once(NEVER, NEVER_PINNED), pairs, cold)
                        .claiming(Stream.concat(COST.stream(), Stream.of(NOISE)).toList()),
                workload("e-announced", "warm", warm(NEVER, NEVER_PINNED), pairs, subjects)
                        .claiming(List.of(ANNOUNCED_COST)),
                workload("e-not-announced", "warm, no mounts announced", warm(NEVER, NEVER_PINNED).withJvmArgs(NO_ANNOUNCEMENTS),
                        pairs,
                        subjects).claiming(WARM_COST),
                Workload.of("e-server", SERVER_TITLE, server(), pairs,
                        subjects(STOCK.on(21), 0.2, INERT.on(21), 0.2, SLIPSTREAM.on(21), 0.2))
                        .claiming(List.of(new Claim(SLIPSTREAM.on(21), SERVER, INERT.on(21)))),
                Workload.of("e-server-not-announced", SERVER_TITLE + ", no mounts announced",
                        server().withJvmArgs(NO_ANNOUNCEMENTS), pairs,
                        subjects(STOCK.on(21), 0.2, SLIPSTREAM.on(21), 0.2))
                        .claiming(List.of(new Claim(SLIPSTREAM.on(21), SERVER, STOCK.on(21)))));
    }

    private static Benchmark warm(String method, Map<String, String> params) {
        return new Benchmark(method, params, List.of(), UNTIL_COMPILED, BETWEEN_BURSTS);
    }

    private static Benchmark oneProcessor() {
        return new Benchmark(NEVER, Map.of("threads", "1000000", "processors", "one"), ONE_PROCESSOR, UNTIL_COMPILED, 1)
                .byFastestShot(LONG_SHOTS);
    }

    private static Benchmark server() {
        return new Benchmark(REQUESTS, SERVED, List.of(), SERVER_WARMUPS, 1).byFastestShot(SHOTS);
    }

    private static Workload workload(String id, String how, Benchmark benchmark, int pairs, Map<Subject, Double> subjects) {
        return Workload.of(id, "1,000,000 threads that never pin, " + how, benchmark, pairs, subjects);
    }

    private static Part baked() {
        int threads = 1_200;
        Map<Subject, Double> never = subjects(STOCK.on(21), 0.15, BAKED.on(21), 0.15);
        return Part.of("h", "Baked into the JDK, without an agent",
                sleep("h-few-threads", threads, 5, "own", subjects(STOCK.on(21), pinned(threads, 5), BAKED.on(21), 0.4,
                        STOCK.on(25), 0.4))
                        .claiming(List.of(new Claim(BAKED.on(21), new Bar.Faster(5), STOCK.on(21)),
                                new Claim(BAKED.on(21), new Bar.AtMost(2), STOCK.on(25)))),
                workload("h-never-pinned", "warm, one processor, one carrier", oneProcessor(), Bench.pairs(NOISY), never)
                        .claiming(List.of(new Claim(BAKED.on(21), new Bar.AtMost(1.03), STOCK.on(21)))),
                Workload.of("h-server", SERVER_TITLE, server(), Bench.pairs(NOISY),
                        subjects(STOCK.on(21), 0.2, BAKED.on(21), 0.2))
                        .claiming(List.of(new Claim(BAKED.on(21), SERVER, STOCK.on(21)))));
    }

    /** Two carriers, on any machine. The floor is as many platform threads as calls at a time. */
    private static Part nativeCalls() {
        Map<String, String> once = Map.of("calls", "100", "atATime", "100", "threads", "virtual");
        Map<String, String> steady = Map.of("calls", "1600", "atATime", "100", "threads", "virtual");
        double atStock = 2.6;
        return Part.of("i", "Native calls that sleep",
                calls("i-once", "100 threads, a native call of 50 ms each, two carriers", once,
                        subjects(STOCK.on(21), atStock, SLIPSTREAM.on(21), 0.25, STOCK.on(25), atStock, SLIPSTREAM.on(25), 0.25))
                        .claiming(List.of(new Claim(SLIPSTREAM.on(21), new Bar.Faster(6), STOCK.on(21)),
                                new Claim(SLIPSTREAM.on(25), new Bar.Faster(6), STOCK.on(25)),
                                new Claim(SLIPSTREAM.on(25), new Bar.AtMost(5), FLOOR.on(25)))),
                calls("i-steady", "1,600 native calls of 50 ms, at most 100 at a time, two carriers", steady,
                        subjects(SLIPSTREAM.on(21), 1.0, SLIPSTREAM.on(25), 1.0))
                        .claiming(List.of(new Claim(SLIPSTREAM.on(25), new Bar.AtMost(2), FLOOR.on(25)))));
    }

    private static Workload calls(String id, String title, Map<String, String> params, Map<Subject, Double> subjects) {
        Map<String, String> floor = new LinkedHashMap<>(params);
        floor.put("threads", "platform");
        return Workload.of(id, title, nativeCalls(params), Bench.pairs(1), subjects)
                .withCounterpart(nativeCalls(floor), Map.of(FLOOR.on(25), 2.0));
    }

    private static Benchmark nativeCalls(Map<String, String> params) {
        return Benchmark.once(NativeSleep.class.getName() + ".run", params)
                .withJvmArgs(List.of(TWO_CARRIERS, "--enable-native-access=ALL-UNNAMED"));
    }

    private static Part startUp() {
        return Part.of("g", "What it costs to install", StartUps.of("g-start-up", NEEDED,
                feature -> Map.of(SLIPSTREAM.on(feature), 0.2)));
    }

    /**
     * Returns programs that hang on a stock JDK, and others that must keep working.
     *
     * @param features the JDKs to run them on
     * @param repeats the number of times each must pass
     */
    private static List<Scenario> scenarios(List<Integer> features, int repeats) {
        return List.of(
                scenario(HEADLINE, "pinned in wait for a lock, whose next owner is unmounted",
                        LockHandOver.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-monitor-entry", "blocked at a monitor, whose owner waits for a message",
                        MonitorEntry.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-monitor-wait", "1,000 threads in Object.wait",
                        MonitorWait.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-class-initialiser", "a class initialiser that parks",
                        ClassInitialiser.class, HangsOnStock.BEFORE_26, features, repeats),
                scenario("f-native-frame", "a park under a native frame",
                        NativeFrame.class, HangsOnStock.ALWAYS, features, repeats, NATIVE_REFLECTION),
                scenario("f-timed-park", "timed parks inside synchronized",
                        TimedPark.class, HangsOnStock.NEVER, features, repeats),
                scenario("f-interrupted-park", "interrupts of parks inside synchronized",
                        InterruptedPark.class, HangsOnStock.NEVER, features, repeats));
    }

    private static Scenario scenario(String id, String title, Class<?> main, HangsOnStock stock, List<Integer> features,
            int repeats, String... moreArgs) {
        List<String> args = moreArgs.length == 0 ? List.of(TWO_CARRIERS) : List.of(TWO_CARRIERS, moreArgs[0]);
        Map<Subject, Ending> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(STOCK.on(feature), stock.ending(feature));
            subjects.put(SLIPSTREAM.on(feature), Ending.PASS);
            subjects.put(BAKED.on(feature), Ending.PASS);
        }
        return new Scenario(id, title, main.getName(), args, DEADLINE, subjects, repeats,
                id.equals(HEADLINE));
    }

    /** The feature releases on which a stock JDK is expected to hang. */
    private enum HangsOnStock {
        /** None: shows only that the remedy breaks nothing. */
        NEVER(0),
        /** Releases in which monitors pin (until JEP 491). */
        BEFORE_24(24),
        /** Releases in which waiting for another thread's class initialisation pins. */
        BEFORE_26(26),
        /** All releases so far. */
        ALWAYS(Integer.MAX_VALUE);

        private final int fixedIn;

        HangsOnStock(int fixedIn) {
            this.fixedIn = fixedIn;
        }

        private Ending ending(int feature) {
            return feature < fixedIn ? Ending.HANG : Ending.PASS;
        }
    }
}
