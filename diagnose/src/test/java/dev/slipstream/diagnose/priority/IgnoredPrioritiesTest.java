package dev.slipstream.diagnose.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.priority.IgnoredPriorities.Ignored;
import dev.slipstream.diagnose.threads.DumpTexts;
import dev.slipstream.diagnose.threads.Tasks;
import dev.slipstream.diagnose.threads.Tasks.Task;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoredPrioritiesTest {
    private static final Task MAIN = new Task(2, 0);

    private static IgnoredPriorities one(String name, int priority, Task task) {
        ThreadDump dump = DumpTexts.dump(0, DumpTexts.thread(name, priority, 8));
        return IgnoredPriorities.of(dump, new Tasks(MAIN, Map.of(8L, task)));
    }

    @ParameterizedTest
    @CsvSource({"10, 2, 0, true", "10, 1, 0, false", "10, 3, 0, true", "10, 2, 2, false",
        "1, 2, 0, true", "1, 3, 0, false", "1, 1, 0, true", "1, 2, 5, false", "4, 2, 3, false",
        "5, 2, 0, false", "5, 9, 0, false"})
    void whatIsIgnored(int priority, int nice, int policy, boolean ignored) {
        assertThat(one("worker", priority, new Task(nice, policy)).threads()).isEqualTo(
                ignored ? List.of(new Ignored("worker", priority, 8, nice)) : List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Reference Handler", "C2 CompilerThread12", "process reaper (pid 77)", "Common-Cleaner"})
    void nobodyHasAskedForThoseOfTheJvm(String name) {
        assertThat(one(name, 9, MAIN).threads()).isEmpty();
        assertThat(one(name + "s", 9, MAIN).threads()).hasSize(1);
    }

    @Test
    void threadsThatHaveEndedAreLeftOut() {
        ThreadDump dump = DumpTexts.dump(3, DumpTexts.thread("worker", 1, 9));
        assertThat(IgnoredPriorities.of(dump, new Tasks(MAIN, Map.of(8L, MAIN)))).isEqualTo(new IgnoredPriorities(List.of(), 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25, 28})
    void ofADump(int feature) throws Exception {
        ThreadDump dump = ThreadDump.parse(DumpTexts.threads(feature));
        Map<Long, Task> tasks = new HashMap<>();
        dump.threads().forEach(thread -> tasks.put(thread.nativeId(), MAIN));
        List<Ignored> ignored = IgnoredPriorities.of(dump, new Tasks(MAIN, tasks)).threads();
        assertThat(ignored).extracting(Ignored::priority).containsExactly(3, 7, 9);
        assertThat(ignored).extracting(Ignored::name).startsWith("plain", "two\nlines");
    }

    @Test
    void noJvmHasNoAnswer() throws Exception {
        assertThatThrownBy(() -> IgnoredPriorities.of(0x7fffffffL))
                .isInstanceOf(IOException.class).hasMessageContaining("2147483647");
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            assertThatThrownBy(() -> IgnoredPriorities.of(other.pid())).isInstanceOf(IOException.class)
                    .hasMessageMatching("process \\d+ gave no thread dump: [^\\n]+")
                    .message().doesNotContain("Exception", "\tat");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }
}
