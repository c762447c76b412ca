package dev.slipstream.diagnose.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.SmallRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJvmTest {
    private final Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());

    @TempDir
    private Path folder;

    private static Analysed analyse(WorkerJvm jvm, Path file) throws Exception {
        return jvm.analyse(file.toString(), file);
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
            assertThat(analyse(jvm, file)).isEqualTo(Analysed.of(file.toString(), file, names, events -> {}));
            Analysed refused = analyse(jvm, none);
            assertThat(refused.again()).isFalse();
            assertThat(refused.error()).isEqualTo("it is not a flight recording");
            assertThat(refused.findings()).isEmpty();
            Analysed missing = analyse(jvm, folder.resolve("missing.jfr"));
            assertThat(missing.error()).isEqualTo("it does not exist");
            assertThat(missing.again()).isTrue();
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

    /** Runs an action with another program in the place of the worker's JVM. */
    private void with(String script, Callable<?> action) throws Exception {
        String home = System.getProperty("java.home");
        Path java = Files.createDirectories(folder.resolve("home/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + script.replace("JAVA", "'" + home + "/bin/java'") + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        System.setProperty("java.home", folder.resolve("home").toString());
        try {
            action.call();
        } finally {
            System.setProperty("java.home", home);
        }
    }

    /** A JVM tells of large pages, archives and collections on its standard output. */
    @Test
    void theJvmsOutputIsNoAnswer() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole.jfr"));
        with("echo '{\"recording\":\"x\"}'; exec JAVA -Xlog:class+load:stdout \"$@\"", () -> {
            try (WorkerJvm jvm = new WorkerJvm(List.of("service=path:(whole)"))) {
                assertThat(analyse(jvm, file).error()).isEmpty();
                return assertThat(analyse(jvm, file).service()).isEqualTo("whole");
            }
        });
    }

    @Test
    void theFailureOfAJvmIsNotThatOfTheRecording() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole.jfr"));
        with("read line; exit 3", () -> {
            try (WorkerJvm jvm = new WorkerJvm(List.of())) {
                Analysed ended = analyse(jvm, file);
                assertThat(ended.error()).isEqualTo("reading it ended the JVM with exit code 3");
                return assertThat(ended.again()).isTrue();
            }
        });
        // As if killed while it wrote its answer.
        with("for answers; do :; done; read line; printf '{\"recording\":\"' >\"${answers#file://}\"", () -> {
            try (WorkerJvm jvm = new WorkerJvm(List.of())) {
                return assertThat(analyse(jvm, file).error()).isEqualTo("reading it ended the JVM with exit code 0");
            }
        });
        with("for answers; do :; done; read line; echo '{\"recording\":\"other\"}' >\"${answers#file://}\"; echo", () -> {
            try (WorkerJvm jvm = new WorkerJvm(List.of())) {
                Analysed other = analyse(jvm, file);
                assertThat(other.error()).isEqualTo("the JVM that read it gave an answer that is none");
                return assertThat(other.again()).isTrue();
            }
        });
    }

    @Test
    void leavesNoFileOfAWorkerThatWasKilled() throws Exception {
        Path file = SmallRecording.make(folder.resolve("whole.jfr"));
        Set<Path> left;
        try (WorkerJvm jvm = new WorkerJvm(List.of())) {
            analyse(jvm, file);
            left = folders(workers().get(0));
            assertThat(left).isNotEmpty();
            workers().get(0).destroyForcibly();
        }
        assertThat(left).noneMatch(Files::exists);
    }

    /** Returns the temporary folders that a worker was started with. */
    private static Set<Path> folders(ProcessHandle worker) throws Exception {
        return Stream.of(Files.readString(Path.of("/proc/" + worker.pid() + "/cmdline")).split("\0"))
                .filter(argument -> argument.startsWith("-Djava.io.tmpdir=")).map(argument -> Path.of(argument.split("=", 2)[1]))
                .collect(Collectors.toSet());
    }
}
