package dev.slipstream.agent.retrofit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.Retrofit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A remedy is complete: retrofit, library, experiment and page, all found by its name. */
class FacesTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();

    static Stream<String> remedies() {
        return Remedies.all().stream().map(Retrofit::remedy);
    }

    private static String capital(String remedy) {
        return Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1);
    }

    @Test
    void thereIsOne() {
        assertThat(remedies()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(remedies().toList()).containsAll(Remedies.byDefault());
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void retrofit(String remedy) {
        Retrofit retrofit = Remedies.all().stream().filter(each -> each.remedy().equals(remedy)).findFirst().orElseThrow();
        assertThat(retrofit.getClass().getSimpleName()).isEqualTo(capital(remedy) + "Retrofit");
        assertThat(retrofit.settings()).allSatisfy((key, meaning) -> assertThat(meaning).isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void library(String remedy) {
        assertThat(ROOT.resolve("library/src/main/java/dev/slipstream/" + remedy + "/package-info.java")).isRegularFile();
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void experiment(String remedy) throws IOException {
        String name = capital(remedy) + "Experiment.java";
        assertThat(files(ROOT.resolve("lab/src/main/java/dev/slipstream/lab/experiment"))).contains(name);
    }

    /** The page says what the options mean. */
    @ParameterizedTest
    @MethodSource("remedies")
    void page(String remedy) throws IOException {
        Path page = ROOT.resolve("remedies/" + remedy + ".md");
        assertThat(page).isRegularFile();
        String text = Files.readString(page);
        Retrofit retrofit = Remedies.all().stream().filter(each -> each.remedy().equals(remedy)).findFirst().orElseThrow();
        assertThat(retrofit.settings().keySet()).allSatisfy(key -> assertThat(text).contains(remedy + "." + key));
        assertThat(text).as("whether it may be attached to a JVM under load, and what is different then")
                .containsPattern("- Attached later: safe[,;]");
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
