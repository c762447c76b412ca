package dev.slipstream.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Test of rules that hold for every experiment. */
class ExperimentsTest {

    private static List<Part> parts() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        return Experiments.all().stream().flatMap(each -> each.parts(bench).stream()).toList();
    }

    private static Stream<Workload> workloads() {
        return parts().stream().flatMap(part -> part.workloads().stream());
    }

    @Test
    void theLibraryHasItsParts() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        for (String remedy : List.of("arenas", "buffering", "text")) {
            List<String> all = parts().stream().map(Part::title).toList();
            assertThat(LibraryParts.of(remedy, bench)).isNotEmpty().extracting(Part::title).isSubsetOf(all);
        }
    }

    @Test
    void namesAreUnique() {
        Stream<String> ids = Stream.concat(workloads().map(Workload::id),
                parts().stream().flatMap(part -> part.scenarios().stream()).map(Scenario::id));
        assertThat(ids).doesNotHaveDuplicates().isNotEmpty().allMatch(id -> id.matches("[a-z0-9-]+"));
        assertThat(Experiments.all().stream().map(Experiment::remedy)).doesNotHaveDuplicates();
    }

    @Test
    void claimsAreAboutSubjectsThatAreMeasured() {
        assertThat(workloads()).allSatisfy(workload -> assertThat(workload.claims())
                .allSatisfy(claim -> assertThat(workload.subjects()).containsKeys(claim.subject(), claim.reference())));
    }

    /** A gain that implies another one would count twice. */
    @Test
    void noGainIsClaimedTwice() {
        assertThat(workloads()).allSatisfy(workload -> assertThat(workload.claims().stream().filter(claim -> claim.bar().gain())
                .map(claim -> List.of(claim.subject(), claim.reference()))).doesNotHaveDuplicates());
    }

    /** A workload may be there to be seen beside another, a part must say something that can be refuted. */
    @Test
    void everyPartClaimsSomething() {
        assertThat(parts()).allSatisfy(part -> assertThat(Stream.concat(
                part.workloads().stream().flatMap(workload -> workload.claims().stream()), part.scenarios().stream()))
                .isNotEmpty());
    }

    @Test
    void benchmarksAndParametersExist() throws Exception {
        StringBuilder known = new StringBuilder();
        for (URL each : Collections.list(Workload.class.getClassLoader().getResources("META-INF/BenchmarkList"))) {
            try (InputStream list = each.openStream()) {
                known.append(new String(list.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(workloads().flatMap(ExperimentsTest::benchmarks)).allSatisfy(benchmark -> {
            int dot = benchmark.method().lastIndexOf('.');
            Class<?> owner = Class.forName(benchmark.method().substring(0, dot));
            assertThat(known).contains(owner.getName());
            assertThat(owner.getMethods()).extracting(Method::getName).contains(benchmark.method().substring(dot + 1));
            for (String param : benchmark.params().keySet()) {
                assertThat(owner.getField(param)).isNotNull();
            }
        });
    }

    private static Stream<Benchmark> benchmarks(Workload workload) {
        return Stream.concat(Stream.of(workload.benchmark()), workload.counterpart().stream());
    }

    @Test
    void counterpartsAreThereWhereSubjectsAre() {
        assertThat(workloads()).allSatisfy(workload -> assertThat(workload.subjects().keySet().stream()
                .anyMatch(subject -> subject.kind().runsCounterpart())).isEqualTo(workload.counterpart().isPresent()));
    }

    /** A workload has one benchmark besides its own. */
    @Test
    void counterpartsAreOfOneKind() {
        assertThat(workloads()).allSatisfy(workload -> assertThat(workload.subjects().keySet().stream()
                .map(Subject::kind).filter(Subject.Kind::runsCounterpart).distinct()).hasSizeLessThanOrEqualTo(1));
    }

    @Test
    void everyExperimentHasAControlAndMeasuresItsNoise() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        assertThat(Experiments.all()).allSatisfy(experiment -> {
            List<Part> parts = experiment.parts(bench);
            assertThat(parts.stream().flatMap(part -> part.workloads().stream()).flatMap(each -> each.claims().stream()))
                    .anyMatch(claim -> claim.role() == Claim.Role.CONTROL
                            && claim.subject().kind() == Subject.Kind.SLIPSTREAM)
                    .anyMatch(claim -> claim.subject().kind() == Subject.Kind.TWIN);
            List<String> letters = parts.stream().map(Part::id).toList();
            assertThat(parts.stream().filter(part -> !part.covers().isEmpty())).isNotEmpty()
                    .allSatisfy(part -> assertThat(part.covers()).isSubsetOf(letters));
        });
    }

    @Test
    void curvesHaveAPlaceForEachWorkload() {
        assertThat(parts().stream().filter(part -> part.axis().isPresent())).allSatisfy(part -> assertThat(part.workloads())
                .extracting(Workload::x).allMatch(Optional::isPresent).doesNotHaveDuplicates());
    }

    /** The first measurements show the gain of each remedy, and that the lab finds none where there is none. */
    @Test
    void everyRemedyHasHeadlinesAndAControlAmongThem() {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty());
        assertThat(Experiments.all()).allSatisfy(experiment -> {
            List<Claim> headlines = experiment.parts(bench).stream().flatMap(part -> part.workloads().stream())
                    .flatMap(workload -> workload.claims().stream()).filter(Claim::headline).toList();
            assertThat(headlines).anyMatch(claim -> claim.role() == Claim.Role.CLAIM)
                    .anyMatch(claim -> claim.role() == Claim.Role.CONTROL);
        });
    }

    @Test
    void scenariosHaveAMainMethod() {
        assertThat(parts().stream().flatMap(part -> part.scenarios().stream()))
                .allSatisfy(scenario -> assertThat(Class.forName(scenario.main()).getMethod("main", String[].class)).isNotNull());
    }
}
