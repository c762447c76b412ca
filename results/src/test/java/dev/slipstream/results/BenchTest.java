package dev.slipstream.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BenchTest {
    private static final Map<Integer, Jdk> JDKS = Map.of(17, jdk(17), 21, jdk(21), 23, jdk(23));

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/jdk", Integer.toString(feature)), feature, feature + ".0.1", "");
    }

    private static final Bench WITH_AGENT = new Bench(JDKS, Set.of(23), Optional.of(Path.of("/s.jar")));

    @Test
    void theKindDecidesOnTheAgent() {
        assertThat(args(Kind.STOCK.on(21))).containsExactly("-Dx");
        assertThat(args(Kind.INERT.on(21))).containsExactly("-Dx", "-javaagent:/s.jar=none,quiet");
        assertThat(args(Kind.SLIPSTREAM.on(21))).containsExactly("-Dx", "-javaagent:/s.jar=pinning,quiet");
        assertThat(args(Kind.DEFAULTS.on(21))).containsExactly("-Dx", "-javaagent:/s.jar=quiet");
        assertThat(args(Kind.ALONE.on(21))).isEqualTo(args(Kind.SLIPSTREAM.on(21)));
        assertThat(args(Kind.LIBRARY.on(21))).containsExactly("-Dx");
    }

    private static List<String> args(Subject subject) {
        return WITH_AGENT.jvm(subject, "pinning", List.of("-Dx")).orElseThrow().args();
    }

    @Test
    void aBenchmarkCanSetUpTheRemedyInAnotherWay() {
        Benchmark benchmark = Benchmark.once("x.run", Map.of()).withSettings("naming.mode=immediate").withJvmArgs(List.of("-Dx"));
        assertThat(WITH_AGENT.jvm(Kind.SLIPSTREAM.on(21), "naming", benchmark).orElseThrow().args())
                .containsExactly("-Dx", "-javaagent:/s.jar=naming,quiet,naming.mode=immediate");
        assertThat(WITH_AGENT.jvm(Kind.INERT.on(21), "naming", benchmark).orElseThrow().args())
                .containsExactly("-Dx", "-javaagent:/s.jar=none,quiet");
        assertThat(WITH_AGENT.jvm(Kind.STOCK.on(21), "naming", benchmark).orElseThrow().args()).containsExactly("-Dx");
    }

    @Test
    void onlyOneSubjectHasTheJvmsOwnOption() {
        Benchmark benchmark = Benchmark.once("x.run", Map.of()).withOptions("-XX:+Y").withJvmArgs(List.of("-Dx"));
        assertThat(WITH_AGENT.jvm(Kind.OPTION.on(21), "pinning", benchmark).orElseThrow().args())
                .containsExactly("-Dx", "-XX:+Y");
        assertThat(WITH_AGENT.jvm(Kind.STOCK.on(21), "pinning", benchmark).orElseThrow().args()).containsExactly("-Dx");
        assertThat(WITH_AGENT.jvm(Kind.SLIPSTREAM.on(21), "pinning", benchmark).orElseThrow().args()).hasSize(2).contains("-Dx");
    }

    @Test
    void whatIsMissingCannotBeRun() {
        assertThat(WITH_AGENT.jvm(Kind.STOCK.on(25), "pinning", List.of())).isEmpty();
        Bench withoutAgent = new Bench(JDKS, Set.of(23), Optional.empty());
        assertThat(withoutAgent.jvm(Kind.STOCK.on(21), "pinning", List.of())).isPresent();
        assertThat(withoutAgent.jvm(Kind.INERT.on(21), "pinning", List.of())).isEmpty();
        assertThat(withoutAgent.jvm(Kind.SLIPSTREAM.on(21), "pinning", List.of())).isEmpty();
    }

    @Test
    void aBakedSubjectIsAnotherJdkWithoutAnAgent() {
        assertThat(WITH_AGENT.jvm(Kind.BAKED.on(21), "pinning", List.of("-Dx"))).isEmpty();
        Jdk copy = new Jdk(Path.of("/copy"), 21, "21.0.1", "");
        Bench.CommandLine jvm =
                WITH_AGENT.withBaked(Map.of(21, copy)).jvm(Kind.BAKED.on(21), "pinning", List.of("-Dx")).orElseThrow();
        assertThat(jvm.jdk()).isEqualTo(copy);
        assertThat(jvm.args()).containsExactly("-Dx");
    }

    @Test
    void measuresWhatIsNeededAndWhatWasAskedFor() {
        assertThat(WITH_AGENT.features(List.of(21, 25), 21)).containsExactly(21, 23, 25);
        assertThat(WITH_AGENT.features(List.of(25), 24)).containsExactly(25);
    }

    @Test
    void noisyWorkloadsHaveMorePairs() {
        assertThat(Bench.pairs(1)).isEqualTo(3);
        assertThat(Bench.pairs(2.5)).isEqualTo(8);
    }
}
