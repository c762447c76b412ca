package dev.slipstream.diagnose.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.threads.Tasks.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TasksTest {
    private static final Task NORMAL = new Task(0, 0);

    @TempDir
    private Path proc;

    private static String stat(String name, int nice, int policy) {
        return "4711 (" + name + ") S 1 4711 4711 0 -1 4194560 1 2 3 4 5 6 7 8 20 " + nice
                + " 30 0 100 200 300 18446744073709551615 1 2 3 4 5 6 7 8 9 1 0 0 17 1 0 " + policy + " 0 0 0\n";
    }

    private void task(int number, String status, String stat) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("4711/task/" + number));
        Files.writeString(folder.resolve("status"), status);
        Files.writeString(folder.resolve("stat"), stat);
    }

    @Test
    void theNameSaysNothing() {
        assertThat(Tasks.task(stat("java", -5, 0))).isEqualTo(new Task(-5, 0));
        assertThat(Tasks.task(stat("a) R 1 (b", 4, 5))).isEqualTo(new Task(4, 5));
        assertThat(Tasks.task(stat(") S 1\n2 3)", 19, 3))).isEqualTo(new Task(19, 3));
    }

    @Test
    void threadsGoByTheirNumbersInTheirContainer() throws Exception {
        task(4711, "Name:\tjava\nNSpid:\t4711\t1\n", stat("java", 1, 0));
        task(4712, "Name:\tx\nNSpid:\t4712\t8\n", stat("x", 3, 0));
        task(4713, "Name:\told kernel\n", stat("old", 2, 0));
        Tasks tasks = Tasks.of(proc.resolve("4711"));
        assertThat(tasks.main()).isEqualTo(new Task(1, 0));
        assertThat(tasks.byId()).containsOnlyKeys(1L, 8L, 4713L).containsEntry(8L, new Task(3, 0));
    }

    @Test
    void thisProcess() throws Exception {
        long pid = ProcessHandle.current().pid();
        Tasks tasks = Tasks.of(Path.of("/proc", Long.toString(pid)));
        assertThat(tasks.byId()).hasSizeGreaterThan(3).containsValue(tasks.main());
        assertThatThrownBy(() -> Tasks.of(proc.resolve("1"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void whoGetsMore() {
        assertThat(new Task(-1, 0).above(NORMAL)).isTrue();
        assertThat(new Task(1, 0).below(NORMAL)).isTrue();
        assertThat(new Task(0, 3).below(NORMAL)).isTrue();
        assertThat(new Task(-20, 5).below(new Task(19, 0))).isTrue();
        assertThat(new Task(0, 1).above(NORMAL)).isTrue();
        assertThat(NORMAL.above(NORMAL)).isFalse();
        assertThat(NORMAL.below(NORMAL)).isFalse();
    }
}
