package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.slipstream.lab.run.Prover.Forks;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Part;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.jdk.Jdk;
import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Estimator;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scheduling within a budget, with simulated forks: scores 5 % apart, with a scatter of 5 %. */
class AgendaTest {
    private static final Subject STOCK = Kind.STOCK.on(21);
    private static final Subject TWIN = Kind.TWIN.on(21);
    private static final Subject SLOW = Kind.STOCK.on(25);
    private static final Claim NOT_SLOWER = new Claim(TWIN, new Bar.AtMost(1), STOCK);
    private static final Claim CERTAIN = new Claim(TWIN, new Bar.AtMost(3), STOCK);
    private static final Duration LONG = Duration.ofHours(10);
    private static final double SECONDS = 10;
    private static final int WARM_UP = 4;

    @TempDir
    private Path output;

    private final Random random = new Random(5);
    private final List<String> said = new ArrayList<>();
    private long nanos;
    private String unsteady = "none";

    private static Fork fork(double... iterations) {
        Map<String, Object> metric =
                Map.of("rawData", List.of(iterations), "scoreUnit", "s/op", "scorePercentiles", Map.of());
        JsonObject jmh = new Gson().toJsonTree(Map.of("primaryMetric", metric)).getAsJsonObject();
        int warmups = iterations.length > 1 ? WARM_UP : 0;
        Benchmark benchmark = new Benchmark("b.run", Map.of(), List.of(), List.of(), List.of(), warmups,
                iterations.length > 1 ? WARM_UP : 1, Estimator.MEDIAN, Optional.empty());
        return Fork.ended(SECONDS, jmh, benchmark);
    }

    /** Each fork takes ten seconds, after which one of a name may still not be steady. */
    private Fork run(String name) {
        nanos += (long) (SECONDS * 1e9);
        if (name.contains(unsteady)) {
            return fork(IntStream.range(0, 20).mapToDouble(i -> 20 - i).toArray());
        }
        return fork((name.contains("twin") ? 1.05 : 1) * Math.exp(0.05 * random.nextGaussian()));
    }

    private static Workload workload(String id, Claim... claims) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        subjects.put(STOCK, 1.0);
        subjects.put(TWIN, 1.0);
        subjects.put(SLOW, 2 * Workload.SLOW_SECONDS);
        return Workload.of(id, id, Tiny.sleeping(1), 6, 3, subjects).claiming(List.of(claims));
    }

    private Results prove(Duration budget, Workload... workloads) throws Exception {
        Map<Integer, Jdk> jdks = Map.of(21, jdk(21), 25, jdk(25));
        Selection selection = Tiny.selection(jdks, Part.of("a", "a", workloads));
        Forks forks = (benchmark, jvm, limit, log) -> run(log.getFileName().toString());
        return Tiny.prover(selection, output, said, forks, () -> nanos).prove(budget);
    }

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/no/jdk"), feature, feature + "", "");
    }

    private static ClaimResult only(Results results) {
        return workloads(results).get(0).claims().get(0);
    }

    private static List<WorkloadResult> workloads(Results results) {
        return results.parts().findFirst().orElseThrow().workloads();
    }

    private long ran(String workload, Subject subject) {
        return said.stream().filter(("pinning " + workload + " " + subject)::equals).count();
    }

    @Test
    void anUndecidedClaimIsDecidedInTheEnd() throws Exception {
        Results results = prove(LONG, workload("w", NOT_SLOWER));
        ClaimResult claim = only(results);

        assertThat(claim.verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(claim.confidence()).isGreaterThan(Judgement.confidence(1));
        assertThat(claim.ratios()).hasSizeGreaterThan(6);
        assertThat(ran("w", SLOW)).as("no claim is about it: it is only shown").isEqualTo(3);
        assertThat(results.remaining()).isEmpty();
    }

    @Test
    void headlinesComeFirst() throws Exception {
        Results results = prove(Duration.ofSeconds(65), workload("cheap", CERTAIN), workload("first", CERTAIN.asHeadline()));

        assertThat(said.get(0)).isEqualTo("pinning first stock 21");
        assertThat(ran("first", TWIN)).as("as few as decide").isEqualTo(3);
        assertThat(ran("cheap", TWIN)).isZero();
        assertThat(workloads(results)).extracting(WorkloadResult::id).containsExactly("first");
        assertThat(results.remaining()).extracting(Remaining::id).containsExactly("cheap", "cheap", "first");
        assertThat(results.remaining().get(0)).isEqualTo(new Remaining("pinning", "cheap", "cheap", false, 1, 0, 6, 19.2));
    }

    /** A control may need many pairs on a busy machine, and says nothing about a remedy. */
    @Test
    void controlsComeAfterTheHeadlineClaims() throws Exception {
        Claim control = Claim.control(TWIN, 0.3, STOCK).asHeadline();
        Claim claim = new Claim(TWIN, new Bar.AtMost(1.2), STOCK).asHeadline();
        Results results = prove(LONG, workload("control", control), workload("claim", claim));

        List<String> order = said.stream().filter(line -> line.matches("pinning (claim|control) (stock|twin) 21")).toList();
        assertThat(order.lastIndexOf("pinning claim twin 21")).isLessThan(order.indexOf("pinning control stock 21"));
        assertThat(workloads(results)).allSatisfy(each -> assertThat(each.claims().get(0).verdict()).isEqualTo(Verdict.HOLDS));
    }

    @Test
    void allHeadlinesAreJudgedBeforeOneIsMeasuredAgain() throws Exception {
        Claim never = new Claim(TWIN, new Bar.AtMost(1.05), STOCK).asHeadline();
        Results results = prove(Duration.ofSeconds(130), workload("one", never), workload("two", CERTAIN.asHeadline()));

        assertThat(said.stream().filter(line -> line.endsWith("stock 21")).toList().subList(0, 6))
                .containsOnly("pinning one stock 21", "pinning two stock 21").filteredOn(line -> line.contains("two")).hasSize(3);
        assertThat(workloads(results)).hasSize(2);
    }

    @Test
    void thenWhatIsProbablyDecidedSoonest() throws Exception {
        Claim far = new Claim(TWIN, new Bar.AtMost(1.2), STOCK);
        prove(Duration.ofSeconds(400), workload("near", NOT_SLOWER), workload("far", far));

        long near = ran("near", TWIN);
        assertThat(ran("far", TWIN)).isEqualTo(6);
        assertThat(near).as("what was left went to the claim that its first six pairs had not decided").isGreaterThan(6);
    }

    @Test
    void theTimeIsKept() throws Exception {
        Results results = prove(Duration.ofSeconds(155), workload("w", NOT_SLOWER));

        assertThat(results.seconds()).isBetween(120.0, 155.0);
        assertThat(results.ended()).isTrue();
        assertThat(only(results).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(only(results).morePairs()).isPositive();
        assertThat(results.remaining().get(0)).satisfies(left -> {
            assertThat(left.claims()).isEqualTo(1);
            assertThat(left.measured()).isEqualTo((int) ran("w", TWIN));
            assertThat(left.seconds()).isEqualTo(left.pairs() * 2 * SECONDS);
        });
    }

    /** It would decide nothing. */
    @Test
    void nothingIsBegunThatCannotBeDecided() throws Exception {
        assertThat(prove(Duration.ofSeconds(9), workload("w", NOT_SLOWER)).measured()).isFalse();
        assertThat(said).containsExactly("closed");
    }

    @Test
    void whatWasDecidedStaysSoWhenItIsResumed() throws Exception {
        Results first = prove(LONG, workload("w", NOT_SLOWER));
        said.clear();
        Results again = prove(LONG, workload("w", NOT_SLOWER));

        assertThat(said).containsExactly("closed");
        assertThat(again).isEqualTo(first);
    }

    @Test
    void moreTimeDecidesWhatLessHadLeftOpen() throws Exception {
        prove(Duration.ofSeconds(155), workload("w", NOT_SLOWER));
        Results more = prove(LONG, workload("w", NOT_SLOWER));

        assertThat(only(more).verdict()).isEqualTo(Verdict.REFUTED);
    }

    @Test
    void slowSubjectsAreRunLessOften() throws Exception {
        prove(LONG, workload("w", new Claim(SLOW, new Bar.AtMost(3), STOCK)));

        assertThat(ran("w", SLOW)).isEqualTo(3);
        assertThat(ran("w", STOCK)).as("a pair has both").isEqualTo(3);
        assertThat(ran("w", TWIN)).as("it is only shown").isEqualTo(6);
    }

    /** A claim never pairs a fork with one that ran earlier for another claim. */
    @Test
    void aLaterClaimHasPairsOfItsOwn() throws Exception {
        Claim other = new Claim(SLOW, new Bar.AtMost(2), STOCK);
        Results results = prove(LONG, workload("w", CERTAIN.asHeadline(), other));

        assertThat(ran("w", STOCK)).isEqualTo(6);
        assertThat(ran("w", SLOW)).isEqualTo(3);
        assertThat(workloads(results).get(0).claims().get(1).ratios()).hasSize(3);
    }

    @Test
    void oneForkInFiveMayHaveNoSteadyState() throws Exception {
        unsteady = "twin-21-2";
        ClaimResult claim = only(prove(LONG, workload("w", CERTAIN)));

        assertThat(claim.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(claim.ratios()).as("the other of the pair does not count either").hasSize(5);
        assertThat(ran("w", TWIN)).isEqualTo(6);
    }

    @Test
    void aClaimWhoseForksHaveNoneIsUndecidedAndSaysSo() throws Exception {
        unsteady = "twin";
        Results results = prove(LONG, workload("w", CERTAIN));

        assertThat(only(results).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(only(results).reason()).isEqualTo("no steady state in 6 of 12 forks");
        assertThat(ran("w", TWIN)).as("it is given up").isEqualTo(6);
        assertThat(workloads(results).get(0).subjects().get(1).unsteady()).isEqualTo(6);
        assertThat(results.any(Verdict.REFUTED)).isFalse();
    }
}
