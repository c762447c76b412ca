package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Estimator;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Looks;
import dev.slipstream.lab.stats.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Going on until claims are decided, with forks of which the test knows the score: 5 % apart, give or take as much. */
class ExtensionTest {
    private static final Subject STOCK = Subject.stock(21);
    private static final Subject TWIN = Subject.twin(21);
    private static final Subject SLOW = Subject.stock(25);
    private static final Claim FIVE_PERCENT_SLOWER = new Claim(TWIN, new Bar.AtMost(1), STOCK);
    private static final Duration LONG = Duration.ofHours(10);
    private static final double SECONDS = 10;

    @TempDir
    private Path output;

    private final Random random = new Random(5);
    private final List<String> said = new ArrayList<>();

    private Fork score(double middle) {
        double score = middle * Math.exp(0.05 * random.nextGaussian());
        Map<String, Object> metric =
                Map.of("rawData", List.of(List.of(score)), "scoreUnit", "s/op", "scorePercentiles", Map.of());
        JsonObject jmh = new Gson().toJsonTree(Map.of("primaryMetric", metric)).getAsJsonObject();
        return Fork.ended(SECONDS, jmh, Estimator.MEDIAN);
    }

    private Results prove(Extension extension, Claim... claims) throws Exception {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        subjects.put(STOCK, 1.0);
        subjects.put(TWIN, 1.0);
        subjects.put(SLOW, 2 * Workload.SLOW_SECONDS);
        Workload workload = Workload.of("w", "w", Tiny.sleeping(1), 6, 3, subjects).claiming(List.of(claims));
        Map<Integer, Jdk> jdks = Map.of(21, jdk(21), 25, jdk(25));
        Plan plan = Small.plan(jdks, Part.of("a", "a", workload));
        Forks forks = (benchmark, jvm, limit, log) ->
                score(log.getFileName().toString().contains("twin") ? 1.05 : 1);
        return Small.prover(plan, output, said, forks).prove(extension);
    }

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/no/jdk"), feature, feature + "", "");
    }

    private static ClaimResult only(Results results) {
        return results.parts().findFirst().orElseThrow().workloads().get(0).claims().get(0);
    }

    private long ran(Subject subject) {
        return said.stream().filter(("pinning w " + subject)::equals).count();
    }

    @Test
    void withoutItThePlannedPairsAreAll() throws Exception {
        ClaimResult claim = only(prove(Extension.NONE, FIVE_PERCENT_SLOWER));

        assertThat(claim.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(claim.morePairs()).isPositive();
        assertThat(claim.confidence()).isEqualTo(0.95);
        assertThat(ran(TWIN)).isEqualTo(6);
    }

    @Test
    void anUndecidedClaimIsDecidedInTheEnd() throws Exception {
        ClaimResult claim = only(prove(new Extension(true, LONG), FIVE_PERCENT_SLOWER));

        assertThat(claim.verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(claim.confidence()).isGreaterThan(Looks.confidence(1));
        assertThat(claim.ratios()).hasSizeGreaterThan(6);
        assertThat(ran(SLOW)).as("it is in no undecided claim").isEqualTo(3);
    }

    @Test
    void aSlowSubjectCatchesUpFirst() throws Exception {
        ClaimResult claim = only(prove(new Extension(true, LONG), new Claim(SLOW, new Bar.AtMost(1.02), STOCK)));

        assertThat(claim.ratios()).hasSize((int) ran(SLOW));
        assertThat(ran(TWIN)).isEqualTo(6);
    }

    @Test
    void theTimeIsKept() throws Exception {
        double planned = 15 * SECONDS;
        Results results =
                prove(new Extension(true, Duration.ofSeconds((long) planned + 50)), FIVE_PERCENT_SLOWER);

        assertThat(results.seconds()).isGreaterThan(planned).isLessThanOrEqualTo(planned + 50);
    }

    @Test
    void whatWasDecidedStaysSoWhenItIsResumed() throws Exception {
        Results first = prove(new Extension(true, LONG), FIVE_PERCENT_SLOWER);
        said.clear();
        Results again = prove(new Extension(true, LONG), FIVE_PERCENT_SLOWER);

        assertThat(said).allMatch(line -> line.equals("skipped") || line.equals("closed"));
        assertThat(again).isEqualTo(first);
    }
}
