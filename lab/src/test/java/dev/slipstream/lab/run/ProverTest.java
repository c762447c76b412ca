package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.pinning.TimedPark;
import dev.slipstream.lab.result.ClaimResult;
import dev.slipstream.lab.result.ResultFiles;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProverTest {
    private static final Subject HERE = Subject.stock(Tiny.FEATURE);
    private static final Subject MISSING = Subject.slipstream(Tiny.FEATURE);

    @TempDir
    private Path output;

    private final List<String> said = new ArrayList<>();

    private record Small(List<Part> parts) implements Experiment {
        @Override
        public String remedy() {
            return "pinning";
        }

        @Override
        public String title() {
            return "small";
        }

        @Override
        public List<Integer> features() {
            return List.of();
        }

        @Override
        public List<Part> parts(Bench bench) {
            return parts;
        }
    }

    private Results prove(Part... parts) throws Exception {
        Bench bench = new Bench(Map.of(Tiny.FEATURE, Tiny.jdk()), Set.of(), Optional.empty(), Size.QUICK, OptionalInt.empty());
        Progress.Factory progress = schedule -> new Progress() {
            @Override
            public void started(String what) {
                said.add(what);
            }

            @Override
            public void ended(String what, String outcome) {
                said.add(what + ": " + outcome);
            }

            @Override
            public void close() {
                said.add("closed");
            }
        };
        return new Prover(bench, output, progress).prove(List.of(new Small(List.of(parts))), part -> !part.id().equals("z"));
    }

    @Test
    void measuresJudgesAndWritesDown() throws Exception {
        Workload workload = Tiny.workload(20, 3, List.of(HERE),
                new Claim(HERE, new Bar.Same(0.05), HERE), new Claim(MISSING, new Bar.Faster(10), HERE));
        Results results = prove(Part.of("a", "a part", workload), Part.of("z", "not chosen", workload));

        assertThat(results.measured()).isTrue();
        assertThat(results.allHold()).isFalse();
        assertThat(results.parts()).hasSize(1);
        List<ClaimResult> claims = results.parts().findFirst().orElseThrow().workloads().get(0).claims();
        assertThat(claims).extracting(ClaimResult::verdict).containsExactly(Verdict.HOLDS, Verdict.UNDECIDED);
        assertThat(claims.get(0).ratios()).hasSize(3);
        assertThat(said).hasSize(7).endsWith("closed");

        assertThat(ResultFiles.read(output)).isEqualTo(results);
        var jmh = JsonParser.parseString(Files.readString(output.resolve("jmh.json"))).getAsJsonArray();
        assertThat(jmh).hasSize(1);
        assertThat(jmh.get(0).getAsJsonObject().getAsJsonObject("primaryMetric").getAsJsonArray("rawData")).hasSize(3);
        assertThat(output.resolve("logs/tiny-stock-" + Tiny.FEATURE + "-3.log")).isNotEmptyFile();
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
        Results results = prove(new Part("f", "scenarios", List.of(), List.of(passes, fails)));
        var scenarios = results.parts().findFirst().orElseThrow().scenarios();
        assertThat(scenarios.get(0).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(scenarios.get(1).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(scenarios.get(1).ending()).isEqualTo(Ending.WRONG);
        assertThat(scenarios.get(1).output()).contains("no.such.Main");
        assertThat(results.allHold()).isFalse();
    }

    private static Scenario scenario(String id, String main) {
        return new Scenario(id, id, main, List.of(), Duration.ofSeconds(60), Map.of(HERE, Ending.PASS), 3);
    }
}
