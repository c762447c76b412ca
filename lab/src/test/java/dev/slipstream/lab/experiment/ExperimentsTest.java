package dev.slipstream.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.run.Plan;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must be true of every experiment. */
class ExperimentsTest {

    private static List<Part> parts(Size size) {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty(), size, OptionalInt.empty());
        return Experiments.all().stream().flatMap(each -> each.parts(bench).stream()).toList();
    }

    private static Stream<Workload> workloads(Size size) {
        return parts(size).stream().flatMap(part -> part.workloads().stream());
    }

    @ParameterizedTest
    @EnumSource
    void namesAreUnique(Size size) {
        Stream<String> ids = Stream.concat(workloads(size).map(Workload::id),
                parts(size).stream().flatMap(part -> part.scenarios().stream()).map(Scenario::id));
        assertThat(ids).doesNotHaveDuplicates().isNotEmpty().allMatch(id -> id.matches("[a-z0-9-]+"));
        assertThat(Experiments.all().stream().map(Experiment::remedy)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void claimsAreAboutSubjectsThatAreMeasured(Size size) {
        assertThat(workloads(size)).allSatisfy(workload -> assertThat(workload.claims()).allSatisfy(claim ->
                assertThat(workload.subjects()).containsKeys(claim.subject(), claim.reference())));
    }

    /** A workload may be there to be seen beside another, a part must say something that can be refuted. */
    @ParameterizedTest
    @EnumSource
    void everyPartClaimsSomething(Size size) {
        assertThat(parts(size)).allSatisfy(part -> assertThat(Stream.concat(
                part.workloads().stream().flatMap(workload -> workload.claims().stream()), part.scenarios().stream()))
                .isNotEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void benchmarksAndParametersExist(Size size) throws Exception {
        String known;
        try (InputStream list = Workload.class.getResourceAsStream("/META-INF/BenchmarkList")) {
            known = new String(list.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(workloads(size).flatMap(ExperimentsTest::benchmarks)).allSatisfy(benchmark -> {
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
        return Stream.concat(Stream.of(workload.benchmark()), workload.floor().stream());
    }

    @ParameterizedTest
    @EnumSource
    void floorsAreThereWhereSubjectsAre(Size size) {
        assertThat(workloads(size)).allSatisfy(workload -> assertThat(workload.subjects().keySet().stream()
                .anyMatch(subject -> subject.kind().runsFloor())).isEqualTo(workload.floor().isPresent()));
    }

    /** A workload has one benchmark besides its own. */
    @ParameterizedTest
    @EnumSource
    void floorsAreOfOneKind(Size size) {
        assertThat(workloads(size)).allSatisfy(workload -> assertThat(workload.subjects().keySet().stream()
                .map(Subject::kind).filter(Subject.Kind::runsFloor).distinct()).hasSizeLessThanOrEqualTo(1));
    }

    @ParameterizedTest
    @EnumSource
    void everyExperimentHasAControlAndMeasuresItsNoise(Size size) {
        Bench bench = new Bench(Map.of(), Set.of(), Optional.empty(), size, OptionalInt.empty());
        assertThat(Experiments.all()).allSatisfy(experiment -> {
            List<Part> parts = experiment.parts(bench);
            assertThat(parts.stream().flatMap(part -> part.workloads().stream()).flatMap(each -> each.claims().stream()))
                    .anyMatch(claim -> claim.role() == Claim.Role.CONTROL
                            && claim.subject().kind() == Subject.Kind.SLIPSTREAM)
                    .anyMatch(claim -> claim.subject().kind() == Subject.Kind.TWIN);
            List<String> letters = parts.stream().map(Part::id).toList();
            assertThat(parts.stream().filter(part -> !part.guards().isEmpty())).isNotEmpty().allSatisfy(part ->
                    assertThat(part.guards()).isSubsetOf(letters));
        });
    }

    @ParameterizedTest
    @EnumSource
    void curvesHaveAPlaceForEachWorkload(Size size) {
        assertThat(parts(size).stream().filter(part -> part.axis().isPresent())).allSatisfy(part ->
                assertThat(part.workloads()).extracting(Workload::x).allMatch(Optional::isPresent).doesNotHaveDuplicates());
    }

    /** All six remedies together have five minutes, and the floors are in it. */
    @Test
    void quickIsQuick() {
        Map<Integer, Jdk> jdks = Map.of(17, jdk(17), 21, jdk(21), 25, jdk(25));
        Bench bench = new Bench(jdks, Set.of(), Optional.of(Path.of("/agent.jar")), Size.QUICK, OptionalInt.empty());

        for (Experiment experiment : Experiments.all()) {
            assertThat(new Plan(bench, List.of(), List.of(experiment), part -> true).seconds()).isBetween(5.0, 48.0);
        }
    }

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/jdk", Integer.toString(feature)), feature, feature + ".0.1", "");
    }

    @ParameterizedTest
    @EnumSource
    void scenariosHaveAMainMethod(Size size) {
        assertThat(parts(size).stream().flatMap(part -> part.scenarios().stream())).allSatisfy(scenario ->
                assertThat(Class.forName(scenario.main()).getMethod("main", String[].class)).isNotNull());
    }
}
