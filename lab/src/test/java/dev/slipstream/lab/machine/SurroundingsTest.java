package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Environment.Java;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {
    @TempDir
    private Path root;

    @Test
    void aMachineThatTellsNothing() {
        List<Jdk> jdks = List.of(new Jdk(root, 28, "28", "28-ea+18", "Somebody"), new Jdk(root, 17, "17.0.1", ""));
        Environment found = Surroundings.before(root, new SystemInfo(root, Map.of()), jdks, Optional.empty()).environment();
        assertThat(found.cpu()).isEqualTo(found.architecture());
        assertThat(found.memoryBytes()).isNull();
        assertThat(found.after()).isEqualTo(new Environment.Load(null, null, null));
        assertThat(found.jdks()).containsExactly(
                new Java(17, "17.0.1", "", "", root.toString(), Map.of()),
                new Java(28, "28", "28-ea+18", "Somebody", root.toString(), Map.of()));
        assertThat(found.warnings()).anyMatch(line -> line.contains("early-access"));
    }

    @Test
    void thisMachine() {
        Surroundings here = Surroundings.before(List.of(), Optional.empty());
        assertThat(here.environment().cores()).isPositive();
        assertThat(here.environment().cpu()).isNotBlank();
        assertThat(here.environment().before()).isNotNull();
    }

    @Test
    void anInterruptStopsLookingAndStays() {
        Thread.currentThread().interrupt();
        Jdk jdk = new Jdk(root, 21, "21.0.8", "");
        Environment found = Surroundings
                .before(List.of(jdk), Optional.of(new AgentProbe(root.resolve("agent.jar"), List.of("pinning")))).environment();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(found.jdks()).singleElement().extracting(Java::remedies).isEqualTo(Map.of());
    }
}
