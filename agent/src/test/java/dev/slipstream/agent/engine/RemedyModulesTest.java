package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.State;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every remedy has its part in each module, a page, and a program that incurs its cost; all are found by its name. */
class RemedyModulesTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final String SOURCES = "src/main/java/dev/slipstream/";

    static Stream<Retrofit> retrofits() {
        return Remedies.all().stream();
    }

    static Stream<Remedy> remedies() {
        return retrofits().map(Retrofit::remedy);
    }

    @Test
    void namesDiffer() {
        assertThat(remedies().map(Remedy::name)).isNotEmpty().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("retrofits")
    void retrofit(Retrofit retrofit) {
        Remedy remedy = retrofit.remedy();
        assertThat(retrofit.getClass().getName())
                .isEqualTo("dev.slipstream.agent." + remedy.name() + "." + remedy.label() + "Retrofit");
        assertThat(remedy.settings()).allSatisfy(setting -> assertThat(setting.meaning()).isNotBlank());
        assertThat(remedy.counters()).isNotEmpty().allSatisfy(counter -> assertThat(counter.meaning()).isNotBlank());
        assertThat(remedy.counters().stream().map(Remedy.Counter::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void installedSinceTheStatedJdk(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            assertThat(retrofits()).allSatisfy(retrofit -> assertThat(Images.plan(retrofit, image, "").state() == State.ACTIVE)
                    .as(retrofit.remedy().name()).isEqualTo(jdk.feature() >= retrofit.remedy().since()));
        }
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void otherModules(Remedy remedy) throws IOException {
        String name = remedy.name();
        String label = remedy.label();
        assertThat(ROOT.resolve("library/" + SOURCES + name + "/package-info.java")).isRegularFile();
        assertThat(ROOT.resolve("lab/" + SOURCES + "lab/experiment/" + name + "/" + label + "Experiment.java")).isRegularFile();
        assertThat(ROOT.resolve("diagnose/" + SOURCES + "diagnose/" + name + "/" + label + "Detector.java")).isRegularFile();
        assertThat(files(ROOT.resolve("graft/src/main/java"))).anyMatch(file -> file.endsWith(label + "Graft.java"));
        assertThat(files(ROOT.resolve("it/src/main")))
                .anyMatch(file -> file.endsWith("it/program/" + name + "/Pays" + label + ".java"))
                .anyMatch(file -> file.endsWith("it/program/" + name + "/" + label + "Works.java"))
                .anyMatch(file -> file.endsWith("it/program/" + name + "/" + label + "Faults.java"));
        assertThat(ROOT.resolve("it/src/test/java/dev/slipstream/it/" + name + "/" + label + "Test.java")).isRegularFile();
    }

    /** The page says what the options mean, and has what the README says of each page. */
    @ParameterizedTest
    @MethodSource("remedies")
    void page(Remedy remedy) throws IOException {
        String page = Files.readString(ROOT.resolve("remedies/" + remedy.name() + ".md"));
        assertThat(remedy.settings()).allSatisfy(setting -> assertThat(page).contains(remedy.name() + "." + setting.name()));
        assertThat(page).contains("\n## The cost\n", "\n## What is changed\n", "\n## Risk and limits\n");
        assertThat(page).as("whether it may be attached to a JVM under load, and what is different then")
                .containsPattern("- Attached later: safe[,;]");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        }
    }
}
