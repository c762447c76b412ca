package dev.slipstream.cli.report;

import static dev.slipstream.cli.report.Sample.at;
import static dev.slipstream.cli.report.Sample.claim;
import static dev.slipstream.cli.report.Sample.claiming;
import static dev.slipstream.cli.report.Sample.confident;
import static dev.slipstream.cli.report.Sample.control;
import static dev.slipstream.cli.report.Sample.curve;
import static dev.slipstream.cli.report.Sample.part;
import static dev.slipstream.cli.report.Sample.published;
import static dev.slipstream.cli.report.Sample.results;
import static dev.slipstream.cli.report.Sample.scenario;
import static dev.slipstream.cli.report.Sample.scores;
import static dev.slipstream.cli.report.Sample.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ClaimResult.BarResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final String MACHINE = "Some CPU, 2 cores, Linux 6, JDK 21.0.8, JDK 25.0.3 (Somebody).\n";

    private static String text(Results results) {
        return Report.text(results, Screen.NONE);
    }

    private static ExperimentResult pinning() {
        ClaimResult gain = claim("slipstream 21", "at least 10 times faster than", "stock 21", new Interval(19.0, 19.3),
                Verdict.HOLDS, null);
        ClaimResult limit = claim("slipstream 21", "at most 1.2 times the time of", "stock 25", null, Verdict.UNDECIDED, 3);
        ClaimResult wide = claim("slipstream 21", "costs no more than noise over", "stock 21", new Interval(0.9, 1.1),
                Verdict.UNDECIDED, 8);
        WorkloadResult own = published(
                claiming(workload("a-own-lock", "a lock each", "s",
                        scores("slipstream 21", 0.70, null, 0.72), scores("stock 21", 13.5, 13.4, 13.6)), gain, limit),
                new Published("21.0.6", 34.133), new Published("24", 0.640));
        WorkloadResult one = workload("a-one-carrier", "one carrier", "s", scores("stock 21", 0.0000135));
        WorkloadResult shared = claiming(workload("b-shared", "one lock for all", "s", scores("stock 21", 2.64),
                scores("twin 21", 2.65)), confident(wide, 1 - 0.05 / 6),
                control("twin 21", "stock 21", new Interval(0.98, 1.03), Verdict.HOLDS));
        PartResult hangs = new PartResult("f", "F", null, List.of(), List.of(),
                List.of(scenario("stock 21", Ending.HANG, Ending.HANG), scenario("slipstream 21", Ending.PASS, Ending.WRONG)));
        return new ExperimentResult("pinning", "Pinned", List.of(part("a", own, one), part("b", shared), hangs));
    }

    private static ExperimentResult naming() {
        return new ExperimentResult("naming", "Names", List.of(curve("n", "A name", new Axis("length", "bytes", true),
                at(1, workload("n-1", "1 byte", "ns", scores("stock 21", 812.0), scores("slipstream 21", 401.0),
                        scores("floor 21", 358.0))),
                at(1_024, workload("n-1024", "1,024 bytes", "ns", scores("stock 21", 2_345_678.0),
                        scores("slipstream 21", 12_345.0), scores("floor 21", 10_359.0))))));
    }

    @Test
    void fitsTerminalsAndPipes() {
        assertThat(text(results(pinning()))).isEqualTo("""
                pinning: Pinned

                    median of the forks  stock 21  stock 21 (again)        slipstream 21  published
                a1  a lock each           13.5 s                     (1 failed) 0.710 s   34.133 s (21.0.6), 0.64 s (24)
                a2  one carrier           13.5 us
                b   one lock for all      2.64 s            2.65 s

                    claim                                             ratio        97.5 % interval  pairs  verdict
                a1  slipstream 21 at least 10 times faster than        19.1           19.0 to 19.3      3  holds
                    stock 21
                a1  slipstream 21 at most 1.2 times the time of                                         0  undecided: not measured
                    stock 25
                b   slipstream 21 costs no more than noise over       0.995  99.1 %: 0.900 to 1.10      3  undecided: about 8 more pairs
                    stock 21
                b   control: stock 21 against itself within 5 %        1.00          0.980 to 1.03      3  holds

                b: stock 21 against itself, 3 pairs: a difference below 3.0 % cannot be told from noise here.

                    program             stock 21  slipstream 21
                f1  a lock handed over  hang      wrong, claimed: pass

                a-own-lock slipstream 21: a fork gave no score: it crashed

                Claims: 3 hold, 1 refuted, 2 undecided.
                """ + MACHINE);
    }

    @Test
    void aPartWithAnAxisIsATableByPlace() {
        assertThat(text(results(naming()))).isEqualTo("""
                naming: Names

                n: A name, by length
                    length (log)  stock 21  slipstream 21  floor 21
                n1       1 bytes  0.812 us       0.401 us  0.358 us
                n2   1,024 bytes  2,346 us        12.3 us   10.4 us

                Claims: 0 hold, 0 refuted, 0 undecided.
                """ + MACHINE);
    }

    @Test
    void whereThePlaceDoesNotTellTheTitleDoes() {
        PartResult arenas = curve("b", "Arenas", new Axis("threads", "", false),
                at(1, workload("b-1", "confined", "us", scores("stock 21", 0.5))),
                at(1, workload("b-1-shared", "shared", "us", scores("stock 21", 0.05))),
                at(2, workload("b-2", "confined", "us", scores("stock 21", 0.6))),
                published(workload("b-none", "none", "us", scores("stock 21", 5.0)), new Published("22", 4.75)));
        assertThat(text(results(new ExperimentResult("arenas", "Arenas", List.of(arenas))))).isEqualTo("""
                arenas: Arenas

                b: Arenas, by threads
                    threads  median of the forks  stock 21  published
                b1        1  confined               500 ns
                b2        1  shared                50.0 ns
                b3        2  confined               600 ns
                b4           none                 5,000 ns  4.75 us (22)

                Claims: 0 hold, 0 refuted, 0 undecided.
                """ + MACHINE);
    }

    @Test
    void onePlaceIsNoCurve() {
        PartResult one = curve("n", "A name", new Axis("length", "bytes", true),
                at(16, workload("n-16", "16 bytes", "ns", scores("stock 21", 812.0))),
                at(32, workload("n-32", "32 bytes", "ns", scores("stock 21", (Double) null))));
        assertThat(text(results(new ExperimentResult("naming", "Names", List.of(one))))).startsWith("""
                naming: Names

                    median of the forks  stock 21
                n1  16 bytes               812 ns
                n2  32 bytes               failed

                n-32 stock 21: a fork gave no score: it crashed
                """);
    }

    @Test
    void aTableHasOneUnitWhereOneShowsAllItsDigits() {
        PartResult part =
                part("a", workload("a", "another name", "ns", scores("stock 21", 19_523.0), scores("slipstream 21", 652.0)),
                        workload("b", "the same name", "ns", scores("stock 21", 19_800.0)));
        assertThat(text(results(new ExperimentResult("naming", "Names", List.of(part))))).startsWith("""
                naming: Names

                    median of the forks  stock 21  slipstream 21
                a1  another name          19.5 us       0.652 us
                a2  the same name         19.8 us
                """);
    }

    @Test
    void whatIsKnownOfTheMachineIsSaid() {
        Environment here = new Environment("Some CPU", 1, 24L << 30, "Linux 6", "amd64", "powersave", "docker",
                new Environment.Container(1.5, 512L << 20), List.of(), Map.of(), Sample.HERE.before(), Sample.HERE.after(),
                List.of());
        assertThat(text(results(here, List.of(), List.of()))).endsWith("""
                Some CPU, 1 core, 24.0 GiB, Linux 6, governor powersave, docker, limited to 1.5 processors, \
                limited to 0.5 GiB.
                """);
    }

    @Test
    void fitsMarkdown() {
        assertThat(Report.markdown(results(pinning(), naming()))).isEqualTo("""
                ### pinning: Pinned

                |  | median of the forks | stock 21 | stock 21 (again) | slipstream 21 | published |
                |---|---|---:|---:|---:|---|
                | a1 | a lock each | 13.5 s |  | (1 failed) 0.710 s | 34.133 s (21.0.6), 0.64 s (24) |
                | a2 | one carrier | 13.5 us |  |  |  |
                | b | one lock for all | 2.64 s | 2.65 s |  |  |

                |  | claim | ratio | 97.5 % interval | pairs | verdict |
                |---|---|---:|---:|---:|---|
                | a1 | slipstream 21 at least 10 times faster than stock 21 | 19.1 | 19.0 to 19.3 | 3 | holds |
                | a1 | slipstream 21 at most 1.2 times the time of stock 25 |  |  | 0 | undecided: not measured |
                | b | slipstream 21 costs no more than noise over stock 21 | 0.995 | 99.1 %: 0.900 to 1.10 | 3 | undecided: about 8 more pairs |
                | b | control: stock 21 against itself within 5 % | 1.00 | 0.980 to 1.03 | 3 | holds |

                b: stock 21 against itself, 3 pairs: a difference below 3.0 % cannot be told from noise here.

                |  | program | stock 21 | slipstream 21 |
                |---|---|---|---|
                | f1 | a lock handed over | hang | wrong, claimed: pass |

                a-own-lock slipstream 21: a fork gave no score: it crashed

                ### naming: Names

                n: A name, by length

                |  | length (log) | stock 21 | slipstream 21 | floor 21 |
                |---|---:|---:|---:|---:|
                | n1 | 1 bytes | 0.812 us | 0.401 us | 0.358 us |
                | n2 | 1,024 bytes | 2,346 us | 12.3 us | 10.4 us |

                Claims: 3 hold, 1 refuted, 2 undecided.
                """ + MACHINE);
    }

    @Test
    void anExperimentOfWhichNothingWasChosenIsAHeading() {
        assertThat(text(results(new ExperimentResult("pinning", "Pinned", List.of())))).isEqualTo("""
                pinning: Pinned

                Claims: 0 hold, 0 refuted, 0 undecided.
                """ + MACHINE);
        assertThat(text(results())).isEqualTo("Claims: 0 hold, 0 refuted, 0 undecided.\n" + MACHINE);
    }

    @Test
    void forksThatAllFailAreSaidOnce() {
        WorkloadResult failed = claiming(workload("a-own-lock", "a lock each", "", scores("stock 21", null, null)),
                claim("slipstream 21", "at most 1.2 times the time of", "stock 21", null, Verdict.UNDECIDED, 3));
        assertThat(text(results(new ExperimentResult("pinning", "Pinned", List.of(part("a", failed)))))).isEqualTo("""
                pinning: Pinned

                   median of the forks  stock 21
                a  a lock each            failed

                   claim                                                 ratio  97.5 % interval  pairs  verdict
                a  slipstream 21 at most 1.2 times the time of stock 21                              0  undecided: not measured

                a-own-lock stock 21: 2 forks gave no score: it crashed

                Claims: 0 hold, 0 refuted, 1 undecided.
                """ + MACHINE);
    }

    @Test
    void titlesCannotBreakATable() {
        WorkloadResult hostile = workload("a", "one | two\n| three\u001b[31m", "s", scores("stock 21", 1.0));
        Results results = results(new ExperimentResult("pinning", "Pin\nned <b>", List.of(part("a", hostile))));
        assertThat(text(results)).startsWith("""
                pinning: Pin ned <b>

                   median of the forks     stock 21
                a  one | two | three [31m    1.00 s

                Claims:""");
        assertThat(Report.markdown(results)).startsWith("""
                ### pinning: Pin ned \\<b>

                |  | median of the forks | stock 21 |
                |---|---|---:|
                | a | one \\| two \\| three \\[31m | 1.00 s |

                Claims:""");
    }

    @Test
    void whatTheTimeWasNotEnoughForIsListed() {
        List<Remaining> remaining = List.of(
                new Remaining("floor", "floor-prctl", "one system call", false, 0, 0, 1, 2.8),
                new Remaining("pinning", "a-own-lock", "a lock each", true, 1, 3, 4, 92),
                new Remaining("pinning", "b-shared", "one lock for all", false, 3, 0, 7, 30),
                new Remaining("pinning", "f-lock", "a lock handed over", true, 1, 0, 1, 10));
        WorkloadResult begun = workload("a-own-lock", "a lock each", "s", scores("stock 21", 13.5), scores("slipstream 21"));
        Results results = results(Sample.environment(List.of("Others took 40 % of the processors.", "It throttles.")), remaining,
                List.of(), new ExperimentResult("pinning", "Pinned", List.of(part("a", begun))));
        assertThat(text(results)).isEqualTo("""
                pinning: Pinned

                   median of the forks  stock 21  slipstream 21
                a  a lock each            13.5 s

                Warning: Others took 40 % of the processors.
                Warning: It throttles.

                Undecided: pinning a-own-lock, 1 claim: about 4 more pairs, 1 min 32 s.
                Not measured: floor, 1 workload: about 3 s.
                Not measured: pinning, 4 claims of 2 workloads: about 40 s.

                Claims: 0 hold, 0 refuted, 0 undecided, 4 not measured.
                """ + MACHINE);
    }

    @Test
    void forksThatWereNeverSteadyAreNoFailures() {
        WorkloadResult unsteady = claiming(workload("a-own-lock", "a lock each", "s", scores("stock 21", 2.0, Double.NaN, 2.1),
                scores("slipstream 21", Double.NaN, Double.NaN, Double.NaN)),
                claim("slipstream 21", "at most 1.2 times the time of", "stock 21", null, Verdict.UNDECIDED, 3)
                        .undecided("no steady state in 4 of 6 forks"));
        assertThat(text(results(new ExperimentResult("pinning", "Pinned", List.of(part("a", unsteady)))))).isEqualTo("""
                pinning: Pinned

                   median of the forks               stock 21  slipstream 21
                a  a lock each          (1 not steady) 2.05 s     not steady

                                                                               97.5 %
                   claim                                              ratio  interval  pairs  verdict
                a  slipstream 21 at most 1.2 times the time of stock                       0  undecided: no steady state in 4 of 6 forks
                   21

                Not steady: 4 of 6 forks reached no steady state. They do not count.

                Claims: 0 hold, 0 refuted, 1 undecided.
                """ + MACHINE);
    }

    @Test
    void headlinesStandAtTheEnd() {
        ClaimResult retrofit = Sample.headline(claim(
                "slipstream 21", "at least 1.2 times faster than", "stock 21", new Interval(1.3, 1.4), Verdict.HOLDS, null));
        ClaimResult library = Sample.headline(claim(
                "library 25", "at least 2 times faster than", "stock 25", new Interval(2.5, 2.7), Verdict.HOLDS, null));
        ExperimentResult text = new ExperimentResult("text", "Text", List.of(
                part("a", claiming(workload("a", "a line", "ns", scores("stock 21", 40.0)), retrofit),
                        claiming(workload("a-2", "by the library", "ns", scores("stock 21", 40.0)), library))));
        BarResult share = new BarResult(false, true, 7.0, 9.0);
        ExperimentResult priority = new ExperimentResult("priority", "Priority", List.of(part("a", claiming(
                workload("a-low", "priority 1 beside 10", "us", scores("stock 21", 2.0)),
                Sample.headline(claim("stock 21", "within 10 % of 2 times the time of", "floor 21", new Interval(2, 2),
                        Verdict.HOLDS, null), share),
                Sample.headline(claim("slipstream 21", "within 20 % of 8 times the time of", "floor 21", new Interval(8, 8.5),
                        Verdict.HOLDS, null), share)))));
        assertThat(text(results(text, priority))).endsWith("""

                                                                   at a glance                                         interval  verdict
                text a1     agent, JDK 21    a line                1.35 times faster                       97.5 %: 1.30 to 1.40  holds
                text a2     library, JDK 25  by the library        2.60 times faster                       97.5 %: 2.50 to 2.70  holds
                priority a  agent, JDK 21    priority 1 beside 10  12 % of the processor for the first     97.5 %: 12 % to 13 %  holds
                                                                   thread instead of 50 %

                Claims: 4 hold, 0 refuted, 0 undecided.
                """ + MACHINE);
    }

    @Test
    void aControlThatMovedIsTheReason() {
        WorkloadResult moved = claiming(workload("b", "one lock", "s", scores("stock 21", 2.64)),
                control("slipstream 21", "stock 21", new Interval(0.5, 0.6), Verdict.REFUTED),
                claim("slipstream 21", "at most 1.2 times the time of", "stock 21", new Interval(0.5, 0.6), Verdict.HOLDS, null)
                        .undecided("control moved: b"));
        assertThat(text(results(new ExperimentResult("pinning", "Pinned", List.of(part("b", moved)))))).isEqualTo("""
                pinning: Pinned

                   median of the forks  stock 21
                b  one lock               2.64 s

                   claim                                                 ratio  97.5 % interval  pairs  verdict
                b  control: slipstream 21 within 5 % of stock 21         0.548   0.500 to 0.600      3  refuted
                b  slipstream 21 at most 1.2 times the time of stock 21  0.548   0.500 to 0.600      3  undecided: control moved: b

                b: slipstream 21 against stock 21, 3 pairs: something other than the remedy makes a difference of up to 100 % here.

                Claims: 0 hold, 1 refuted, 1 undecided.
                """ + MACHINE);
    }

    @Test
    void floorsHaveATableOfTheirOwn() {
        Results results = results(Sample.HERE, List.of(), List.of(
                workload("floor-prctl", "one system call", "ns", scores("stock 25", 358.0, 361.0, 355.0)),
                workload("floor-atomic-add", "an atomic addition", "ns", scores("stock 25", 2.19, 2.2, 2.18))));
        assertThat(text(results)).isEqualTo("""
                floors: what this machine allows

                median of the forks  stock 25
                one system call        358 ns
                an atomic addition    2.19 ns

                Claims: 0 hold, 0 refuted, 0 undecided.
                """ + MACHINE);
    }
}
