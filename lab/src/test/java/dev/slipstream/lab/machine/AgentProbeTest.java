package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentProbeTest {
    @TempDir
    private Path folder;

    private Map<String, String> states(Duration limit, String... remedies) throws Exception {
        return new AgentProbe(FakeAgent.jar(folder), List.of(remedies), limit)
                .states(Jdk.at(Path.of(System.getProperty("java.home"))));
    }

    @Test
    void readsTheBeans() throws Exception {
        assertThat(states(AgentProbe.LIMIT, "good", "bad"))
                .containsOnly(Map.entry("good", "active"), Map.entry("bad", "declined: good,bad,quiet is not known"));
    }

    @Test
    void waitsForBeansThatComeOneByOne() throws Exception {
        assertThat(states(AgentProbe.LIMIT, "good", "bad", "late", "none"))
                .hasSize(4)
                .containsEntry("good", "active")
                .containsEntry("late", "active")
                .containsEntry("none", "failed: the agent has no bean for it");
    }

    @Test
    void aCrash() throws Exception {
        assertThat(states(AgentProbe.LIMIT, "crash", "x"))
                .containsOnlyKeys("crash", "x")
                .containsEntry("x", "failed: ended with 134: something is wrong");
    }

    @Test
    void aHang() throws Exception {
        assertThat(states(Duration.ofSeconds(1), "hang")).containsOnly(Map.entry("hang", "failed: no answer within 1 s"));
    }

    @Test
    void noSuchJdk() throws Exception {
        AgentProbe probe = new AgentProbe(folder.resolve("agent.jar"), List.of("pinning"));
        assertThat(probe.states(new Jdk(folder, 21, "21", "")).values())
                .allMatch(state -> state.startsWith("failed: Cannot run"));
        assertThat(probe.states(new Jdk(folder, 11, "11.0.1", "")).values())
                .containsOnly("failed: the agent needs JDK 17 or newer");
        assertThat(probe.states(new Jdk(folder, 11, "11.0.1", ""))).containsKey("pinning");
    }

    @Test
    void readsOnlyLinesOfItsOwn() {
        assertThat(AgentProbe.parse("[0.1s][warning] x\npinning\tactive\t\nother\tdeclined\tno class X\nand this\n"))
                .containsOnly(Map.entry("pinning", "active"), Map.entry("other", "declined: no class X"));
    }
}
