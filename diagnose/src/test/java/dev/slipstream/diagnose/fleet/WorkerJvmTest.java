package dev.slipstream.diagnose.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import dev.slipstream.testkit.SmallRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJvmTest {
    private final Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());

    @TempDir
    private Path folder;

    private static Analysed analyse(WorkerJvm jvm, Path file) throws Exception {
        return new Gson().fromJson(jvm.analyse(file.toString(), file), Analysed.class);
    }

    /** Returns the JVMs of the test. Their command lines do not tell: the JDK shows only the first page of each. */
    private List<ProcessHandle> workers() {
        return ProcessHandle.current().children().filter(each -> !before.contains(each)).toList();
    }

    @Test
    void analysesOneAfterTheOther() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole \"\\\n.jfr"));
        Path none = Files.writeString(folder.resolve("none.jfr"), "x".repeat(1_000));
        Names names = Names.of(List.of("service=path:(whole)"));
        try (WorkerJvm jvm = new WorkerJvm(List.of("service=path:(whole)"))) {
            assertThat(jvm.analyse(file.toString(), file)).isEqualTo(Analysed.of(file.toString(), file, names).toJson());
            Analysed refused = analyse(jvm, none);
            assertThat(refused.error()).isEqualTo("it is not a flight recording");
            assertThat(refused.findings()).isEmpty();
            assertThat(analyse(jvm, folder.resolve("missing.jfr")).error()).isEqualTo("it does not exist");
            assertThat(analyse(jvm, file).service()).isEqualTo("whole");
        }
        assertThat(workers()).isEmpty();
    }

    @Test
    void goesOnWhenItsJvmWasKilled() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole.jfr"));
        try (WorkerJvm jvm = new WorkerJvm(List.of("service=path:(whole)"))) {
            assertThat(analyse(jvm, file).error()).isEmpty();
            ProcessHandle worker = workers().get(0);
            worker.destroyForcibly();
            worker.onExit().get(1, TimeUnit.MINUTES);
            assertThat(analyse(jvm, file).error()).isEmpty();
        }
    }

    /** A thread that is interrupted leaves no JVM behind. */
    @Test
    void anInterruptEndsTheJvm() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole.jfr"));
        try (WorkerJvm jvm = new WorkerJvm(List.of("service=path:(whole)"))) {
            Thread.currentThread().interrupt();
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> jvm.analyse(file.toString(), file)))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(workers().stream().filter(ProcessHandle::isAlive)).isEmpty();
    }
}
