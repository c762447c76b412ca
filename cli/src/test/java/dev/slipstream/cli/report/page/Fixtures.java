package dev.slipstream.cli.report.page;

import dev.slipstream.results.Claim.Role;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Records;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ClaimResult.BarResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.ScenarioResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Numbers;
import dev.slipstream.results.stats.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Results as proofs leave them, made up. */
public final class Fixtures {
    private static final String STOCK = "stock 21";
    private static final String OURS = "slipstream 21";
    private static final String NEW = "stock 25";

    /** How fast the machine is, and what its forks scatter by. */
    private final double speed;
    private final Random random;

    private Fixtures(double speed, long seed) {
        this.speed = speed;
        this.random = new Random(seed);
    }

    /** A machine on which most claims hold: gains, limits, controls, a curve, programs that hang, a failed fork. */
    public static Results ordinary() {
        Fixtures fixtures = new Fixtures(1, 1);
        return results(environment("AMD EPYC 7B13", 2), List.of(), fixtures.floors(),
                List.of(fixtures.pinning(), fixtures.copying()));
    }

    /** Another machine, a proof of less that was stopped. */
    public static Results stopped() {
        Fixtures fixtures = new Fixtures(0.6, 2);
        Environment here = environment("Apple M3 Pro", 12);
        List<Remaining> remaining = IntStream.range(0, 9)
                .mapToObj(i -> new Remaining("pinning", "g-" + i, "workload number " + i, i == 0, i % 3, i % 2, 7, 12.5))
                .toList();
        return results(here, remaining, List.of(), List.of(fixtures.pinning()));
    }

    /** A third, which has another remedy only. */
    public static Results third() {
        Fixtures fixtures = new Fixtures(1.7, 3);
        return results(environment("Intel Xeon Platinum 8481C", 44), List.of(), fixtures.floors(), List.of(fixtures.copying()));
    }

    /** Nothing was run. */
    public static Results empty() {
        return results(environment("Some CPU", 1), List.of(), List.of(), List.of());
    }

    /** Very many claims. */
    public static Results many(int claims) {
        Fixtures fixtures = new Fixtures(1, 4);
        List<WorkloadResult> workloads = IntStream.range(0, claims / 2)
                .mapToObj(i -> fixtures.workload("m-" + i, "workload number " + i, null, Map.of(STOCK, 1.0 + i, OURS, 1.0),
                        List.of(fixtures.gain(OURS, STOCK, 1 + i / 10.0, 1.5), fixtures.limit(OURS, NEW, 1.1, 1.2))))
                .toList();
        PartResult part = new PartResult("m", "Many", null, List.of(), workloads, List.of());
        return results(environment("Some CPU", 1), List.of(), List.of(),
                List.of(new ExperimentResult("many", "Many", List.of(part))));
    }

    /** Twelve forks of each workload. */
    public static Results iterations(int workloads, int iterations) {
        Fixtures fixtures = new Fixtures(1, 7);
        List<WorkloadResult> all = IntStream.range(0, workloads).mapToObj(i -> {
            List<ForkResult> forks = IntStream.range(0, 12).mapToObj(round -> new ForkResult(round, 1.0, null,
                    fixtures.iterations(1, iterations / 2, iterations / 2), Shape.SLOWDOWN, iterations / 2, null)).toList();
            return new WorkloadResult("w-" + i, "workload number " + i, "dev.example.Bench.run", Map.of(), null, "s",
                    List.of(new SubjectResult(STOCK, List.of(), forks)), List.of(), List.of());
        }).toList();
        PartResult part = new PartResult("w", "Long", null, List.of(), all, List.of());
        return results(environment("Some CPU", 1), List.of(), List.of(),
                List.of(new ExperimentResult("many", "Many", List.of(part))));
    }

    /** Every text that can be chosen freely says something that would be harmful were it not text. */
    public static Results hostile(String evil) {
        Fixtures fixtures = new Fixtures(1, 5);
        ClaimResult claim = headline(claim(evil, Role.CLAIM, evil, evil, new BarResult(true, false, 2.0, null), 3, 0.1, evil));
        SubjectResult subject = new SubjectResult(evil, List.of(evil), List.of(
                new ForkResult(0, 1.0, null, List.of(0.9, 1.1), Shape.FLAT, 7_000_000, null),
                new ForkResult(1, 2.0, null, List.of(), null, null, null),
                new ForkResult(2, null, null, List.of(), null, null, evil),
                new ForkResult(3, null, null, List.of(0.0, -1.0), Shape.NONE, -3, null)));
        WorkloadResult workload = new WorkloadResult(evil, evil, evil, Map.of(evil, evil), 1.0, evil, List.of(subject),
                List.of(claim), List.of(new Published(evil, 1)));
        PartResult part = new PartResult(evil, evil, new Axis(evil, evil, true), List.of(evil), List.of(workload),
                List.of(new ScenarioResult(evil, evil, evil, true, List.of(evil), Ending.PASS, List.of(Ending.WRONG),
                        List.of(1.0), evil)));
        Environment.Java jdk = new Environment.Java(21, evil, evil, evil, evil, Map.of(evil, evil));
        Environment here =
                new Environment(evil, 1, 1L, evil, evil, evil, evil, null, List.of(jdk), Map.of(evil, evil), null, null,
                        List.of(evil));
        return new Results(Results.SCHEMA, Results.SCHEMA_VERSION, evil, List.of("prove", evil), evil, 1, 300, false,
                List.of(new Remaining(evil, evil, evil, true, 1, 0, 2, 3)), here, List.of(fixtures.floors().getFirst(), workload),
                List.of(new ExperimentResult(evil, evil, List.of(part))));
    }

    private static Results results(Environment here, List<Remaining> remaining, List<WorkloadResult> floors,
            List<ExperimentResult> experiments) {
        return new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "0.1.0", List.of("prove", "--budget", "12m"),
                "2026-11-21T04:10:00Z", 683, 720, remaining.isEmpty(), remaining, here, floors, experiments);
    }

    private static Environment environment(String cpu, int cores) {
        Map<String, String> remedies = Map.of("pinning", "active", "copying", "unneeded: the JDK does it");
        return new Environment(cpu, cores, 16L << 30, "Linux 6.18.44", "amd64", "powersave", null,
                new Environment.Container(1.5, null),
                List.of(new Environment.Java(21, "21.0.8", "21.0.8+9-LTS", "Eclipse Adoptium", "/jdks/21", remedies),
                        new Environment.Java(25, "25.0.3", "25.0.3+9", "Eclipse Adoptium", "/jdks/25", remedies)),
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"), new Environment.Load(0.41, 0.02, 0.0),
                new Environment.Load(2.2, 0.03, null),
                cores == 2 ? List.of("The frequency governor is powersave, so the clock rate follows the load.") : List.of());
    }

    private ExperimentResult pinning() {
        WorkloadResult own = workload("a-own-lock", "5,000 threads, a lock each, 5 ms sleep", null,
                Map.of(STOCK, 13.3, OURS, 0.615, NEW, 0.556, "slipstream 25", 0.56),
                List.of(headline(gain(OURS, STOCK, 21.3, 10)), headline(limit(OURS, NEW, 1.11, 1.2)),
                        limit("slipstream 25", NEW, 1.01, 1.1)));
        WorkloadResult one = workload("a-one-carrier", "5,000 threads, a lock each, 5 ms sleep, one carrier", null,
                Map.of(STOCK, 26.6, OURS, 0.615, NEW, 0.9), List.of(gain(OURS, STOCK, 43.2, 10), limit(OURS, NEW, 1.3, 1.2)));
        WorkloadResult shared = workload("b-shared-lock", "500 threads, one lock for all, 5 ms sleep", null,
                Map.of(STOCK, 2.6, OURS, 2.6, "twin 21", 2.61),
                List.of(same(OURS, STOCK, 1.002, 0.05, 12), same("twin 21", STOCK, 0.996, 0.05, 12)));
        WorkloadResult start = workload("g-start", "an empty main, from start to end", null,
                Map.of(STOCK, 0.00008, OURS, 0.00012),
                List.of(new ClaimResult("slipstream 21 takes at most 60 ms more than stock 21", Role.CLAIM, false, OURS, STOCK,
                        new BarResult(false, false, null, 1.0), List.of(), null, null, 0.95, Verdict.UNDECIDED, null, 3)));
        List<ScenarioResult> programs = List.of(
                scenario("f-lock", "pinned in wait for a lock, whose next owner is unmounted", STOCK, Ending.HANG, Ending.HANG),
                scenario("f-lock", "pinned in wait for a lock, whose next owner is unmounted", OURS, Ending.PASS, Ending.PASS),
                scenario("f-wait", "1,000 threads in Object.wait", STOCK, Ending.HANG, Ending.HANG),
                scenario("f-wait", "1,000 threads in Object.wait", OURS, Ending.PASS, Ending.WRONG));
        return new ExperimentResult("pinning", "Virtual threads that block inside synchronized", List.of(
                part("a", "A lock each", own, one), part("b", "Control: one lock for all", shared),
                new PartResult("f", "Programs that hang", null, List.of(), List.of(), programs), part("g", "Start", start)));
    }

    private ExperimentResult copying() {
        List<WorkloadResult> lengths = new ArrayList<>();
        for (int length = 16; length <= 1 << 20; length *= 8) {
            double stock = 20e-9 + length * 1.1e-9;
            lengths.add(workload("a-" + length, "copy " + String.format(Locale.ROOT, "%,d", length) + " bytes", (double) length,
                    Map.of(STOCK, stock, OURS, 15e-9 + stock / 5, "floor 21", 4e-9 + stock / 11),
                    length < 1024 ? List.of() : List.of(gain(OURS, STOCK, 4.7, 3))));
        }
        PartResult curve = new PartResult(
                "a", "By length", new Axis("length", "bytes", true), List.of(), lengths, List.of());
        WorkloadResult twin =
                workload("b-twin", "copy 64 bytes", null, Map.of(STOCK, 90e-9, "twin 21", 90e-9, "option 21", 80e-9),
                        List.of(same("twin 21", STOCK, 1.01, 0.02, 7)));
        return new ExperimentResult("copying", "Copies between heap and native memory",
                List.of(curve, part("b", "Control", twin)));
    }

    private List<WorkloadResult> floors() {
        return List.of(workload("z-sleep", "a sleep of 1 ms", null, Map.of("floor 21", 1.06e-3), List.of()),
                workload("z-syscall", "the cheapest system call", null, Map.of("floor 21", 88e-9, "floor 25", 87e-9), List.of()));
    }

    private static PartResult part(String id, String title, WorkloadResult... workloads) {
        return new PartResult(id, title, null, List.of(), List.of(workloads), List.of());
    }

    private WorkloadResult workload(String id, String title, Double x, Map<String, Double> medians, List<ClaimResult> claims) {
        List<SubjectResult> subjects = new ArrayList<>();
        new TreeMap<>(medians).forEach((subject, median) -> subjects.add(subject(subject, median * speed, id)));
        List<Published> published = id.startsWith("a-o") ? List.of(new Published("21.0.6", 34.133), new Published("24", 0.64))
                : id.equals("a-1024") ? List.of(new Published("21.0.2, M1", 0.0000016)) : List.of();
        return new WorkloadResult(id, title, "dev.example.Bench.run", Map.of("n", "1"), x, "s", subjects, claims, published);
    }

    /** Seven forks. In one workload one of ours fails, in another one never becomes steady; one workload is cold. */
    private SubjectResult subject(String name, double median, String workload) {
        List<ForkResult> forks = new ArrayList<>();
        for (int round = 0; round < 7; round++) {
            double score = median * (1 + 0.03 * random.nextGaussian());
            boolean special = round == 3 && name.equals(OURS);
            forks.add(special && workload.equals("a-own-lock")
                    ? new ForkResult(round, null, null, List.of(), null, null,
                            "gave no score: it crashed\n# SIGSEGV (0xb)\n\tat <unknown>")
                    : workload.equals("g-start") ? new ForkResult(round, score, null, List.of(score), Shape.FLAT, 0, null)
                            : special && workload.equals("a-16")
                                    ? new ForkResult(round, null, null, iterations(score, 650, 650), Shape.NONE, 648, null)
                                    : new ForkResult(round, score, null, iterations(score, 8 + round, 5), Shape.WARM_UP,
                                            8 + round, null));
        }
        return new SubjectResult(name, List.of("-Xmx1g"), forks);
    }

    /** Slow ones that become faster, and steady ones. */
    private List<Double> iterations(double score, int warming, int steady) {
        return IntStream.range(0, warming + steady)
                .mapToObj(i -> score * (1 + 0.01 * random.nextGaussian()) * (i < warming ? 1 + 8.0 / (i + 1) : 1)).toList();
    }

    /** The same as a headline. */
    static ClaimResult headline(ClaimResult of) {
        return Records.with(of, ClaimResult::headline, true);
    }

    /** Remedies whose headlines are about different things, and one of which no headline was measured. */
    public static Results headlines() {
        Fixtures fixtures = new Fixtures(1, 6);
        WorkloadResult builders = fixtures.workload("a-32", "a text of 32 characters", null, Map.of(STOCK, 4e-8, OURS, 3e-8),
                List.of(headline(gain("slipstream 21", STOCK, 1.35, 1.2, 0.01))));
        WorkloadResult lines = fixtures.workload("b-line", "a line of a log", null, Map.of(NEW, 2e-7, "library 25", 8e-8),
                List.of(headline(gain("library 25", NEW, 2.6, 2, 0.01)), gain("library 25", NEW, 9, 3, 0.01)));
        WorkloadResult low =
                fixtures.workload("a-low", "priority 1 beside 10", null, Map.of(STOCK, 2e-3, OURS, 8e-3, "floor 21", 1e-3),
                        List.of(headline(share(STOCK, 2, 0.1)), headline(share(OURS, 8.3, 0.2))));
        return results(environment("Some CPU", 4), List.of(new Remaining("naming", "a", "another name", true, 2, 0, 3, 25)),
                List.of(), List.of(
                        new ExperimentResult("text", "Builders",
                                List.of(part("a", "Builders", builders), part("b", "Lines", lines))),
                        new ExperimentResult("priority", "Priorities", List.of(part("a", "One processor", low))),
                        new ExperimentResult("naming", "Names", List.of())));
    }

    /** A curve of which one place was measured, and another workload. */
    static Results onePlace() {
        Fixtures fixtures = new Fixtures(1, 8);
        PartResult curve = new PartResult("a", "By length", new Axis("length", "bytes", true), List.of(), List.of(
                fixtures.workload("a-16", "at one length", 16.0, Map.of(STOCK, 19.5e-6, OURS, 6.5e-7), List.of())), List.of());
        WorkloadResult other = fixtures.workload("b-same", "the same", null, Map.of(STOCK, 19.8e-6, OURS, 7e-7), List.of());
        return results(environment("Some CPU", 4), List.of(), List.of(),
                List.of(new ExperimentResult("naming", "Names", List.of(curve, part("b", "Others", other)))));
    }

    /** Nothing was run, on a machine that cannot be trusted. */
    static Results warned() {
        Environment here = environment("Some CPU", 1);
        return results(Records.with(here, Environment::warnings, List.of("Others took 40 % of the processors.")), List.of(),
                List.of(),
                List.of());
    }

    /** A headline that is a limit. */
    static Results limits() {
        Fixtures fixtures = new Fixtures(1, 9);
        WorkloadResult workload = fixtures.workload("a-own-lock", "a lock each", null, Map.of(NEW, 0.7, OURS, 0.95),
                List.of(headline(claim(
                        OURS + " at most 2 times the time of " + NEW, Role.CLAIM, OURS, NEW,
                        new BarResult(false, false, null, 2.0), 1.36, 0.1, null))));
        return results(environment("Some CPU", 4), List.of(), List.of(),
                List.of(new ExperimentResult("pinning", "Pinned", List.of(part("a", "Locks", workload)))));
    }

    private static ClaimResult share(String subject, double times, double tolerance) {
        return claim(subject + " within " + Math.round(100 * tolerance) + " % of " + times + " times the time of floor 21",
                Role.CLAIM,
                subject, "floor 21", new BarResult(false, true, times * (1 - tolerance), times * (1 + tolerance)), times, 0.01,
                null);
    }

    private ClaimResult gain(String subject, String reference, double ratio, double least) {
        return gain(subject, reference, ratio * (1 + 0.02 * random.nextGaussian()), least, 0.04);
    }

    private static ClaimResult gain(String subject, String reference, double ratio, double least, double half) {
        return claim(subject + " at least " + Numbers.plain(least) + " times faster than " + reference, Role.CLAIM, subject,
                reference,
                new BarResult(true, false, least, null), ratio, half, null);
    }

    private ClaimResult limit(String subject, String reference, double ratio, double most) {
        return claim(subject + " at most " + Numbers.plain(most) + " times the time of " + reference, Role.CLAIM, subject,
                reference,
                new BarResult(false, false, null, most), ratio * (1 + 0.01 * random.nextGaussian()), 0.05, null);
    }

    private ClaimResult same(String subject, String reference, double ratio, double tolerance, int pairs) {
        ClaimResult claim =
                claim(subject + " within " + Math.round(100 * tolerance) + " % of " + reference, Role.CONTROL, subject,
                        reference, new BarResult(false, false, 1 - tolerance, 1 + tolerance), ratio, 0.1 / pairs, null);
        return Records.with(Records.with(claim, ClaimResult::ratios, Collections.nCopies(pairs, ratio)), ClaimResult::confidence,
                Judgement.confidence(3));
    }

    private static ClaimResult claim(String text, Role role, String subject, String reference, BarResult bar, double ratio,
            double half, String reason) {
        Interval interval = new Interval(ratio * (1 - half), ratio * (1 + half));
        boolean above = bar.low() == null || interval.low() >= bar.low();
        boolean below = bar.high() == null || interval.high() <= bar.high();
        boolean outside = (bar.low() != null && interval.high() < bar.low())
                || (bar.high() != null && interval.low() > bar.high());
        Verdict verdict = outside ? Verdict.REFUTED : above && below && reason == null ? Verdict.HOLDS : Verdict.UNDECIDED;
        List<Double> ratios = Arrays.asList(interval.low(), ratio, interval.high());
        return new ClaimResult(text, role, false, subject, reference, bar, ratios, ratio, interval, Judgement.confidence(1),
                verdict, reason,
                verdict == Verdict.UNDECIDED && reason == null ? 8 : null);
    }

    private static ScenarioResult scenario(String id, String title, String subject, Ending expected, Ending ending) {
        return new ScenarioResult(id, title, subject, true, List.of(), expected, List.of(expected, ending), List.of(8.0, 8.0),
                expected == ending ? "" : "Exception in thread \"main\"\n\tat Program.main");
    }
}
