package dev.slipstream.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Workload;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
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
        assertThat(workloads(size)).allSatisfy(workload -> {
            int dot = workload.benchmark().lastIndexOf('.');
            Class<?> owner = Class.forName(workload.benchmark().substring(0, dot));
            assertThat(known).contains(owner.getName());
            assertThat(owner.getMethod(workload.benchmark().substring(dot + 1))).isNotNull();
            for (String param : workload.params().keySet()) {
                assertThat(owner.getField(param)).isNotNull();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void scenariosHaveAMainMethod(Size size) {
        assertThat(parts(size).stream().flatMap(part -> part.scenarios().stream())).allSatisfy(scenario ->
                assertThat(Class.forName(scenario.main()).getMethod("main", String[].class)).isNotNull());
    }
}
