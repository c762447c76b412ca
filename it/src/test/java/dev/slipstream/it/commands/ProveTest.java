package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of {@code prove} as a user runs it: stopped in several ways, and resumed. Ignores the measured values. */
class ProveTest {
    @TempDir
    private Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private Running start(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", ForkedJvm.JAR.toString(), "prove",
                "--output", results().toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("SLIPSTREAM_JDKS");
        // No other JDKs are found there. They would take part, and take long.
        builder.environment().putAll(Map.of("HOME", folder.toString(), "XDG_CACHE_HOME", folder.resolve("cache").toString()));
        return Running.start(builder);
    }

    private Running begin() throws IOException {
        // The JDK that runs this test suffices.
        return start("naming", "--only", "c", "--budget", "60s", "--no-download",
                "--jdk", "25=" + System.getProperty("java.home"));
    }

    private List<ForkResult> forks(Results results) {
        return results.parts().flatMap(part -> part.workloads().stream()).flatMap(workload -> workload.subjects().stream())
                .flatMap(subject -> subject.forks().stream()).toList();
    }

    private long recorded() {
        try (Stream<Path> files = Files.list(results().resolve("forks"))) {
            return files.filter(file -> file.toString().endsWith(".json")).count();
        } catch (IOException missing) {
            return 0;
        }
    }

    private static void nothingIsLeftOf(List<ProcessHandle> forks) throws InterruptedException {
        for (ProcessHandle fork : forks) {
            for (int i = 0; i < 600 && fork.isAlive(); i++) {
                Thread.sleep(50);
            }
            assertThat(fork.isAlive()).as("%s", fork.info()).isFalse();
        }
    }

    @Test
    void moreTimeGoesOnWithWhatHadEnded() throws Exception {
        Ended first = end(start("naming", "--only", "c", "--budget", "1s", "--no-download",
                "--jdk", "25=" + System.getProperty("java.home")));
        assertThat(first.exitCode()).as("%s", first).isEqualTo(3);
        assertThat(first.err()).contains("Nothing could be measured").contains("--resume --budget");

        Ended more = end(start("--resume", "--budget", "20s"));

        assertThat(more.exitCode()).as("%s", more).isLessThan(2);
        assertThat(forks(ResultFiles.read(results()))).isNotEmpty();
    }

    /** Waits for the end, which takes longer than for other programs. */
    private static Ended end(Running running) throws Exception {
        running.endsWithin(120);
        return running.end();
    }

    @Tag("long")
    @Test
    void aStopKeepsWhatWasMeasuredAndResumingMeasuresTheRest() throws Exception {
        Running first = begin();
        first.waitUntil("four forks", () -> recorded() >= 4);
        List<ProcessHandle> forks = ProcessHandle.of(first.pid()).orElseThrow().descendants().toList();
        ProcessHandle.of(first.pid()).orElseThrow().destroy();
        Ended stopped = end(first);

        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(143);
        assertThat(stopped.err()).contains("--resume --output " + results());
        assertThat(stopped.out()).contains("naming c-");
        nothingIsLeftOf(forks);
        Results some = ResultFiles.read(results());
        assertThat(some.ended()).isFalse();
        assertThat(some.remaining()).isNotEmpty();
        assertThat(forks(some)).hasSizeGreaterThanOrEqualTo(4);
        assertThat(Files.readString(results().resolve("report.html"))).contains("The proof was stopped");

        Ended ended = end(start("--resume"));

        assertThat(ended.exitCode()).as("%s", ended).isLessThan(2);
        Results all = ResultFiles.read(results());
        assertThat(all.ended()).isTrue();
        assertThat(all.seconds()).isGreaterThan(some.seconds());
        assertThat(forks(all)).hasSizeGreaterThan(forks(some).size()).containsAll(forks(some));
        assertThat(all.started()).isEqualTo(some.started());
        assertThat(all.command()).isEqualTo(some.command()).contains("--budget");
    }

    @Test
    @Tag("long")
    void evenAfterAKill() throws Exception {
        Running first = begin();
        first.waitUntil("three forks", () -> recorded() >= 3);
        List<ProcessHandle> forks = ProcessHandle.of(first.pid()).orElseThrow().descendants().toList();
        first.close();
        long known = recorded();
        nothingIsLeftOf(forks);

        Ended ended = end(start("--resume"));

        assertThat(ended.exitCode()).as("%s", ended).isLessThan(2);
        Results all = ResultFiles.read(results());
        assertThat(all.ended()).isTrue();
        assertThat(ended.err().lines().filter(line -> line.startsWith("["))).hasSize(forks(all).size() - (int) known);
    }

    @Tag("long")
    @Test
    void aNewProofPutsAStoppedOneAside() throws Exception {
        Running first = begin();
        first.waitUntil("a fork", () -> recorded() >= 1);
        ProcessHandle.of(first.pid()).orElseThrow().destroy();
        end(first);

        Running second = begin();
        second.waitUntil("room", () -> second.err().contains("Moved a stopped proof to " + results()));
        second.waitUntil("a fork", () -> recorded() >= 1);
        ProcessHandle.of(second.pid()).orElseThrow().destroy();
        end(second);

        try (Stream<Path> aside = Files.list(results())) {
            assertThat(aside.filter(path -> path.getFileName().toString().startsWith("stopped-"))).hasSize(1);
        }
    }

    @Test
    void whereThereIsNothingToResume() throws Exception {
        Ended ended = end(start("--resume"));

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.said()).singleElement().asString().contains("no proof to resume in " + results());
    }

    @Test
    void otherOptionsThanThoseItWasBegunWith() throws Exception {
        Ended ended = end(start("--resume", "--no-download"));

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("leave out --no-download");
    }
}
