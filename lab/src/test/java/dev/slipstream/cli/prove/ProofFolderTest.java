package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProofFolderTest {
    private static final Order ORDER = new Order(List.of("--strict"), "2026-01-01T00:00:00Z", List.of("JDK 21"), "abc");

    @TempDir
    private Path folder;

    private void proof(boolean ended) throws Exception {
        Environment nowhere =
                new Environment("c", 1, null, "k", "a", null, null, null, List.of(), Map.of(), null, null, List.of());
        ResultFiles.write(folder, new Results(Results.SCHEMA, Results.SCHEMA_VERSION, "", List.of(), "", 0, 300, ended,
                List.of(), nowhere, List.of(), List.of()), "[]");
        ORDER.write(folder);
        Files.createDirectories(folder.resolve("forks"));
        Files.writeString(folder.resolve("forks/a.json"), "{}");
        Files.writeString(folder.resolve("notes.txt"), "not ours");
    }

    @Test
    void aFinishedProofMakesRoom() throws Exception {
        proof(true);

        assertThat(ProofFolder.clear(folder)).isEmpty();
        assertThat(folder).isDirectoryContaining("glob:**notes.txt");
        assertThat(folder.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void aStoppedOneIsPutAside() throws Exception {
        proof(false);

        Path aside = ProofFolder.clear(folder).orElseThrow();
        assertThat(aside.toFile().list()).containsExactlyInAnyOrder("order.json", "results.json", "jmh.json", "forks");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("notes.txt", aside.getFileName().toString());
    }

    @Test
    void soIsOneThatWasKilledBeforeItWroteResults() throws Exception {
        ORDER.write(folder);

        assertThat(ProofFolder.clear(folder)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs", "results.json", "order.json"})
    void whatIsNotOfAProofIsLeftAlone(String name) throws Exception {
        if (name.endsWith(".json")) {
            Files.writeString(folder.resolve(name), "{ \"customer\": 4711 }");
        } else {
            Files.createDirectories(folder.resolve(name));
            Files.writeString(folder.resolve(name).resolve("application.log"), "not ours");
        }

        assertThatThrownBy(() -> ProofFolder.clear(folder)).isInstanceOf(IOException.class).hasMessageContaining(name);
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    @Test
    void aFolderThatIsNotThereIsMade() throws Exception {
        Path made = folder.resolve("a/b");

        assertThat(ProofFolder.clear(made)).isEmpty();
        assertThat(made).isEmptyDirectory();
    }

    @Test
    void anOrderIsReadBack() throws Exception {
        ORDER.write(folder);

        assertThat(Order.in(folder)).isEqualTo(Optional.of(ORDER));
    }

    @Test
    void aDamagedOrderIsNone() throws Exception {
        Files.writeString(folder.resolve("order.json"), "{ \"arguments\": [");
        assertThat(Order.in(folder)).isEmpty();
        Files.writeString(folder.resolve("order.json"), "{}");
        assertThat(Order.in(folder)).isEmpty();
    }

    @Test
    void whatHasChangedIsSaid() {
        assertThat(ORDER.changed(ORDER)).isEmpty();
        assertThat(ORDER.changed(new Order(ORDER.arguments(), "now", List.of("JDK 22"), "abc")).orElseThrow())
                .contains("JDK 21").contains("JDK 22");
        assertThat(ORDER.changed(new Order(ORDER.arguments(), "now", ORDER.jdks(), "def")).orElseThrow())
                .contains("Slipstream has changed");
    }
}
