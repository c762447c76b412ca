package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.slipstream.lab.experiment.pinning.TimedPark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProverTest {
    private static final Subject HERE = Kind.STOCK.on(Tiny.FEATURE);
    private static final Subject MISSING = Kind.SLIPSTREAM.on(Tiny.FEATURE);

    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    private Path output;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private Results prove(Part... parts) throws Exception {
        return prover(parts).prove(LONG);
    }

    private Prover prover(Part... parts) throws Exception {
        return Tiny.prover(Tiny.selection(Map.of(Tiny.FEATURE, Tiny.jdk()), parts), output, said);
    }

    @Test
    void measuresJudgesAndWritesDown() throws Exception {
        Workload workload = Tiny.workload(20, 3, List.of(HERE),
                new Claim(HERE, new Bar.Same(0.05), HERE), new Claim(MISSING, new Bar.Faster(10), HERE));
        Results results = prove(Part.of("a", "a part", workload), Part.of("z", "not chosen", workload));

        assertThat(results.measured()).isTrue();
        assertThat(results.remaining()).isEmpty();
        assertThat(results.ended()).isTrue();
        assertThat(results.parts()).hasSize(1);
        WorkloadResult found = results.parts().findFirst().orElseThrow().workloads().get(0);
        assertThat(found.unit()).isEqualTo("s");
        assertThat(found.subjects().get(0).scores()).hasSize(3);
        assertThat(found.claims()).extracting(ClaimResult::verdict).as("the other has no JDK").containsExactly(Verdict.HOLDS);
        assertThat(found.claims().get(0).ratios()).hasSize(3);
        assertThat(said).hasSize(7).endsWith("closed");

        assertThat(ResultFiles.read(output)).isEqualTo(results);
        var jmh = JsonParser.parseString(Files.readString(output.resolve("jmh.json"))).getAsJsonArray();
        assertThat(jmh).hasSize(1);
        var all = jmh.get(0).getAsJsonObject();
        assertThat(all.get("forks").getAsInt()).isEqualTo(3);
        assertThat(all.getAsJsonObject("primaryMetric").getAsJsonArray("rawData")).hasSize(3);
        assertThat(all.getAsJsonObject("primaryMetric").get("score").getAsDouble())
                .isBetween(found.subjects().get(0).scores().stream().mapToDouble(x -> x).min().orElseThrow(),
                        found.subjects().get(0).scores().stream().mapToDouble(x -> x).max().orElseThrow());
        assertThat(output.resolve("logs/pinning-tiny-stock-" + Tiny.FEATURE + "-3.log")).isNotEmptyFile();
    }

    @Test
    void aForkThatCrashesDoesNotStopTheRest() throws Exception {
        Workload crashes = Workload.of("crash", "crashes",
                Tiny.sleeping(1).withJvmArgs(List.of("-XX:+NoSuchFlag")), 1, 1, Map.of(HERE, 0.1));
        Results results = prove(Part.of("a", "a part", crashes, Tiny.workload(1, 1, List.of(HERE))));

        List<WorkloadResult> workloads = results.parts().findFirst().orElseThrow().workloads();
        assertThat(workloads.get(0).subjects().get(0).failures()).singleElement().asString().contains("NoSuchFlag");
        assertThat(workloads.get(1).subjects().get(0).scores()).hasSize(1);
        assertThat(ResultFiles.read(output)).isEqualTo(results);
    }

    @Test
    void withNothingToRunNothingIsMeasured() throws Exception {
        Results results = prove(Part.of("a", "a part", Tiny.workload(1, 3, List.of(MISSING))));

        assertThat(results.measured()).isFalse();
        assertThat(said).containsExactly("closed");
    }

    @Test
    void scenariosAreJudgedToo() throws Exception {
        Scenario passes = scenario("good", TimedPark.class.getName());
        Scenario fails = scenario("bad", "no.such.Main");
        Results results = prove(Part.of("f", "scenarios", List.of(passes, fails)));

        var scenarios = results.parts().findFirst().orElseThrow().scenarios();
        assertThat(scenarios.get(0).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(scenarios.get(1).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(scenarios.get(1).ending()).isEqualTo(Ending.WRONG);
        assertThat(scenarios.get(1).output()).contains("no.such.Main");
        assertThat(results.any(Verdict.REFUTED)).isTrue();
    }

    private static Scenario scenario(String id, String main) {
        return new Scenario(id, id, main, List.of(), Duration.ofSeconds(60), Map.of(HERE, Ending.PASS), 3, false);
    }

    /** The third fork would take an hour. */
    @Test
    void aStopKeepsWhatWasMeasuredAndTheNextRunGoesOnThere() throws Exception {
        Set<ProcessHandle> before = Tiny.processes();
        Workload first = Tiny.workload(1, 2, List.of(HERE));
        Workload second = Workload.of("second", first.title(), Tiny.sleeping(3_600_000), 1, Map.of(HERE, 5.0));
        Thread here = Thread.currentThread();
        Thread stop = new Thread(() -> {
            while (said.size() < 5) {
                Thread.onSpinWait();
            }
            here.interrupt();
        });
        stop.start();

        Results stopped = prover(Part.of("a", "a part", first, second)).prove(LONG);

        assertThat(Thread.interrupted()).isTrue();
        stop.join();
        assertThat(stopped.ended()).isFalse();
        assertThat(stopped.remaining()).singleElement().satisfies(left -> assertThat(left.id()).isEqualTo("second"));
        assertThat(stopped.parts().findFirst().orElseThrow().workloads()).hasSize(1);
        assertThat(ResultFiles.read(output)).isEqualTo(stopped);
        assertThat(before).containsAll(Tiny.processes());

        said.clear();
        Workload shorter = Workload.of("second", first.title(), Tiny.sleeping(1), 1, first.subjects());
        Results whole = prove(Part.of("a", "a part", first, shorter));

        assertThat(said).hasSize(3).startsWith("pinning second " + HERE).endsWith("closed");
        assertThat(whole.remaining()).isEmpty();
        List<WorkloadResult> kept = stopped.parts().findFirst().orElseThrow().workloads();
        assertThat(whole.parts().findFirst().orElseThrow().workloads()).startsWith(kept.get(0)).hasSize(2);
    }

    @Test
    void aDamagedRecordIsMeasuredAgain() throws Exception {
        Part part = Part.of("a", "a part", Tiny.workload(1, 2, List.of(HERE)));
        prove(part);
        Path record = output.resolve("forks/pinning-tiny-stock-" + Tiny.FEATURE + "-2.json");
        Files.writeString(record, Files.readString(record).substring(0, 40));
        said.clear();

        assertThat(prove(part).remaining()).isEmpty();
        assertThat(said).hasSize(3);
    }

    @Test
    void forksGoThereAndBackAgain() {
        List<String> subjects = List.of("A", "B", "C");
        assertThat(Prover.order(subjects, 0)).containsExactly("A", "B", "C");
        assertThat(Prover.order(subjects, 1)).containsExactly("C", "B", "A");
        assertThat(Prover.order(subjects, 2)).containsExactly("A", "B", "C");
    }
}
