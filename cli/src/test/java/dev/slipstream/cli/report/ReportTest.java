package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Published;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.result.ExperimentResult;
import dev.slipstream.lab.result.PartResult;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.result.ScenarioResult;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Interval;
import dev.slipstream.lab.stats.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static Results results() {
        SubjectResult stock = new SubjectResult("stock 21", List.of(), List.of(13.5, 13.4, 13.6), List.of());
        SubjectResult ours = new SubjectResult("slipstream 21", List.of(), Arrays.asList(0.70, null, 0.72),
                List.of("gave no score: it crashed\nand more"));
        ClaimResult gain = new ClaimResult("slipstream 21 at least 10 times faster than stock 21", List.of(19.3, 19.1, 19.0),
                19.1, new Interval(19.0, 19.3), Verdict.HOLDS, null);
        ClaimResult limit = new ClaimResult("slipstream 21 at most 1.2 times the time of stock 25", List.of(), null, null,
                Verdict.UNDECIDED, 3);
        ClaimResult wide = new ClaimResult("slipstream 21 within 5 % of stock 21", List.of(0.9, 1.0, 1.1), 0.997,
                new Interval(0.9, 1.1), Verdict.UNDECIDED, 8);
        WorkloadResult own = workload("a-own-lock", "a lock each", List.of(ours, stock), List.of(gain, limit),
                List.of(new Published("21.0.6", 34.133), new Published("24", 0.640)));
        WorkloadResult one = workload("a-one-carrier", "one carrier", List.of(stock), List.of(), List.of());
        WorkloadResult shared = workload("b-shared", "one lock for all", List.of(stock), List.of(wide), List.of());
        ScenarioResult hangs = scenario("stock 21", Ending.HANG, Ending.HANG);
        ScenarioResult wrong = scenario("slipstream 21", Ending.PASS, Ending.WRONG);
        Environment environment = new Environment("Some CPU", 2, "Linux 6",
                List.of(new Environment.Java(21, "21.0.8", "", "/jdk"), new Environment.Java(25, "25.0.3", "Somebody", "/jdk")));
        List<PartResult> parts = List.of(
                new PartResult("a", "A", List.of(own, one), List.of()),
                new PartResult("b", "B", List.of(shared), List.of()),
                new PartResult("f", "F", List.of(), List.of(hangs, wrong)));
        return new Results(1, "2026-01-01T00:00:00Z", "default", environment,
                List.of(new ExperimentResult("pinning", "Pinned", parts)));
    }

    private static WorkloadResult workload(String id, String title, List<SubjectResult> subjects, List<ClaimResult> claims,
            List<Published> published) {
        return new WorkloadResult(id, title, "Benchmark.run", Map.of(), "s", subjects, claims, published);
    }

    private static ScenarioResult scenario(String subject, Ending expected, Ending ending) {
        return new ScenarioResult(
                "f-lock", "a lock handed over", subject, List.of(), expected, List.of(ending), List.of(1.0), "");
    }

    @Test
    void fitsTerminalsAndPipes() {
        assertThat(Report.text(results())).isEqualTo("""
                pinning: Pinned

                    median of the forks  stock 21      slipstream 21  published
                a1  a lock each            13.5 s  0.710 s, 1 failed  34.133 s (21.0.6), 0.64 s (24)
                a2  one carrier            13.5 s
                b   one lock for all       13.5 s

                    claim                                                 ratio  95 % interval  pairs  verdict
                a1  slipstream 21 at least 10 times faster than stock 21   19.1   19.0 .. 19.3      3  holds
                a1  slipstream 21 at most 1.2 times the time of stock 25                            0  undecided: not measured
                b   slipstream 21 within 5 % of stock 21                  0.997  0.900 .. 1.10      3  undecided: about 8 more pairs

                    program             stock 21  slipstream 21
                f1  a lock handed over  hang      wrong, claimed: pass

                a-own-lock slipstream 21: a fork gave no score: it crashed

                Claims: holds 2, refuted 1, undecided 2.
                Size default, Some CPU, 2 cores, Linux 6, JDK 21.0.8, JDK 25.0.3 (Somebody).
                """);
    }

    @Test
    void fitsMarkdown() {
        assertThat(Report.markdown(results())).startsWith("### pinning: Pinned\n\n|  | median of the forks | stock 21 |")
                .contains("|---|---|---:|---:|---|\n")
                .contains("| f1 | a lock handed over | hang | wrong, claimed: pass |\n");
    }
}
