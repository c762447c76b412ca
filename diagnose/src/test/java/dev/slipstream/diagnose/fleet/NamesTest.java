package dev.slipstream.diagnose.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.testkit.SmallRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @TempDir
    private Path folder;

    /** Makes a recording of a JVM with names in its environment, its properties and its path. */
    private Path recorded() throws Exception {
        Path file = folder.resolve("eu-1/shop-7/a.jfr");
        Files.createDirectories(file.getParent());
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dmy.version=4.2", "-Dsecret=hidden", "-XX:StartFlightRecording:settings=profile,filename=" + file, "-version");
        builder.environment().put("OTEL_RESOURCE_ATTRIBUTES", "service.name=shop,service.version=7");
        builder.environment().put("POD", "shop-abc");
        Process process = builder.redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile()).start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(file).isNotEmptyFile();
        return file;
    }

    private static Map<String, String> found(Path file, String... rules) throws Exception {
        Analysed analysed = Analysed.of(file.toString(), file, Names.of(List.of(rules)), events -> {});
        assertThat(analysed.error()).isEmpty();
        return Map.of("service", analysed.service(), "version", analysed.version(), "host", analysed.host());
    }

    @Test
    void comeFromWhereTheRulesSay() throws Exception {
        Path file = recorded();
        assertThat(found(file)).containsEntry("service", "").containsEntry("version", "").containsEntry("host", "");
        assertThat(found(file, "service=otel:service.name", "version=property:my.version", "host=env:POD"))
                .containsEntry("service", "shop").containsEntry("version", "4.2").containsEntry("host", "shop-abc");
        assertThat(found(file, "service=env:MISSING", "service=path:/([^/]+)-\\d+/[^/]+$", "service=otel:service.name"))
                .containsEntry("service", "shop");
        assertThat(found(file, "host=path:(?<region>\\w+-1)/(?<host>[^/]+)/")).containsEntry("host", "shop-7");
        Files.writeString(file.resolveSibling("labels"), "app.kubernetes.io/name=\"cart\"\npod-template-hash=\"5d\"\n");
        assertThat(found(file, "service=label:app.kubernetes.io/name", "version=label:missing"))
                .containsEntry("service", "cart").containsEntry("version", "");
    }

    @Test
    void nothingElseIsKept() throws Exception {
        Path file = recorded();
        String line = Analysed.of(file.toString(), file, Names.of(List.of("service=env:POD")), events -> {}).toJson();
        assertThat(line).contains("shop-abc").doesNotContain("hidden", "service.name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "name=env:POD", "service=file:x", "service=env:", "service=path:[", "service=path:noGroup"})
    void wrongRulesAreRefused(String rule) {
        assertThatThrownBy(() -> Names.of(List.of(rule))).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("\"");
    }

    @Test
    void aRecordingWithoutThemHasNone() throws Exception {
        Path file = SmallRecording.make(folder.resolve("own.jfr"));
        assertThat(found(file, "service=otel:service.name", "host=env:POD")).containsEntry("service", "").containsEntry("host",
                "");
    }
}
