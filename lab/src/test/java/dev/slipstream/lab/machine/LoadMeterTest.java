package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.file.Environment.Load;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LoadMeterTest {
    @TempDir
    private Path root;

    private void machine(long user, long nice, long system, long idle, long stolen) throws Exception {
        FakeSystemFiles.write(root, "proc/stat", "cpu  " + user + " " + nice + " " + system + " " + idle + " 0 0 0 " + stolen
                + " 0 0\ncpu0 9");
        FakeSystemFiles.write(root, "proc/loadavg", "1.25 0.50 0.25 1/85 3868");
    }

    private void own(long user, long system, long childrensUser, long childrensSystem) throws Exception {
        FakeSystemFiles.write(root, "proc/self/stat", "42 (a ) b) S 1 2 3 0 -1 4194304 102 0 0 0 "
                + user + " " + system + " " + childrensUser + " " + childrensSystem + " 20 0 1");
    }

    @Test
    void othersAreAllButUsAndOurChildren() throws Exception {
        machine(1_000, 0, 100, 5_000, 10);
        own(100, 10, 1_000, 0);
        LoadMeter meter = new LoadMeter(root);
        machine(1_600, 50, 200, 5_200, 60);
        // A child that ran for long is counted when it is waited for.
        own(150, 20, 1_400, 40);
        assertThat(meter.sinceStart()).isEqualTo(new Load(1.25, 0.25, 0.05));
    }

    @Test
    void neverLessThanNothing() throws Exception {
        machine(0, 0, 0, 0, 0);
        own(0, 0, 0, 0);
        LoadMeter meter = new LoadMeter(root);
        machine(90, 0, 0, 10, 0);
        own(0, 0, 93, 0);
        assertThat(meter.sinceStart()).isEqualTo(new Load(1.25, 0.0, 0.0));
    }

    @Test
    void saysNothingAfterAnInstant() throws Exception {
        machine(0, 0, 0, 0, 0);
        own(0, 0, 0, 0);
        LoadMeter meter = new LoadMeter(root);
        machine(1, 0, 0, 1, 0);
        assertThat(meter.sinceStart()).isEqualTo(new Load(1.25, null, null));
    }

    @Test
    void knowsNothingWithoutFilesOrFromGarbage() throws Exception {
        assertThat(new LoadMeter(root).sinceStart()).isEqualTo(new Load(null, null, null));
        assertThat(new LoadMeter(root).moment(Duration.ofDays(1))).isEqualTo(new Load(null, null, null));
        FakeSystemFiles.garbage(root);
        assertThat(new LoadMeter(root).sinceStart()).isEqualTo(new Load(null, null, null));
    }

    /** While it runs, and after it was waited for. Others may be as busy as they like: only what is taken out counts. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aBusyChildOfOursIsNotOthers() throws Exception {
        LoadMeter meter = new LoadMeter(Path.of("/"));
        LoadMeter blind = new LoadMeter(blindRoot());
        long start = System.nanoTime();
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        while (used(busy) < 0.5) {
            Thread.sleep(50);
        }
        double child = used(busy) / processorSeconds(start);
        double running = meter.sinceStart().others();
        blindRoot();
        assertThat(blind.sinceStart().others() - running).isGreaterThan(0.7 * child);
        busy.destroyForcibly().waitFor();
        double ended = meter.sinceStart().others();
        blindRoot();
        assertThat(blind.sinceStart().others() - ended).isGreaterThan(0.7 * child);
    }

    private static double used(Process process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** How many seconds of processors there were since then. */
    private static double processorSeconds(long start) throws Exception {
        long cpus = Files.readAllLines(Path.of("/proc/stat")).stream().filter(line -> line.matches("cpu\\d.*")).count();
        return cpus * (System.nanoTime() - start) / 1e9;
    }

    /** The machine's own times, and a process that never did anything. */
    private Path blindRoot() throws Exception {
        own(0, 0, 0, 0);
        Files.writeString(root.resolve("proc/stat"), Files.readString(Path.of("/proc/stat")));
        return root;
    }
}
