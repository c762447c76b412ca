package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.pairs.Pairs;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlsTest {
    private static final Claim GAIN = new Claim(Kind.SLIPSTREAM.on(21), new Bar.Faster(10), Kind.STOCK.on(21));
    private static final Claim CONTROL = Claim.control(Kind.TWIN.on(21), 0.05, Kind.STOCK.on(21));

    private static ClaimResult claim(Claim claim, double ratio) {
        return ClaimResult.of(claim, Pairs.judge(claim.bar(), Collections.nCopies(3, Interval.of(ratio)), Judgement.CONFIDENCE));
    }

    private static WorkloadResult workload(String id, ClaimResult... claims) {
        return new WorkloadResult(id, id, "b", Map.of(), null, "s", List.of(), List.of(claims), List.of());
    }

    private static PartResult part(String id, List<String> covers, WorkloadResult... workloads) {
        return new PartResult(id, id, null, covers, List.of(workloads), List.of());
    }

    private static List<Verdict> settled(PartResult... parts) {
        return Evaluation.settle(List.of(parts)).stream().flatMap(PartResult::verdicts).toList();
    }

    @Test
    void whereControlsStandStillVerdictsStay() {
        assertThat(settled(part("a", List.of(), workload("a1", claim(GAIN, 20), claim(CONTROL, 1)))))
                .containsExactly(Verdict.HOLDS, Verdict.HOLDS);
    }

    @Test
    void aControlThatMovesTakesTheClaimsOfItsWorkloadAlong() {
        List<PartResult> parts = Evaluation.settle(List.of(
                part("a", List.of(), workload("a1", claim(GAIN, 20), claim(CONTROL, 1.2)), workload("a2", claim(GAIN, 20)))));

        ClaimResult first = parts.get(0).workloads().get(0).claims().get(0);
        assertThat(first.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(first.reason()).isEqualTo("control moved: a1");
        assertThat(first.interval()).isNotNull();
        assertThat(parts.get(0).workloads().get(0).claims().get(1).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(parts.get(0).workloads().get(1).claims().get(0).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aControlPartTakesTheClaimsOfThosePartsAlongThatItGuards() {
        assertThat(settled(
                part("a", List.of(), workload("a1", claim(GAIN, 20), claim(GAIN, 5))),
                part("b", List.of("a"), workload("b1", claim(CONTROL, 1.2))),
                part("c", List.of(), workload("c1", claim(GAIN, 20)))))
                .containsExactly(Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.REFUTED, Verdict.HOLDS);
    }
}
