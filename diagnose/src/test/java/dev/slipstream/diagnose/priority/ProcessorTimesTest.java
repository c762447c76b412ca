package dev.slipstream.diagnose.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.diagnose.priority.ProcessorTimes.Quota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorTimesTest {
    private static final long PID = 47;

    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Four processors: the first is always busy, the second is half of the time, the others never. */
    private void process(String allowed, String groups, int ticks) throws IOException {
        write("proc/47/status", "Name:\tjava\nCpus_allowed:\tf\nCpus_allowed_list:\t" + allowed + "\n");
        write("proc/47/cgroup", groups);
        write("proc/stat",
                "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 " + ticks + " 0 0 0 0 0 0 0 0 0\ncpu1 0 0 " + ticks / 2 + " " + ticks / 4
                        + " " + ticks / 4 + " 0 0 0 0 0\ncpu2 0 0 0 " + ticks + " 0 0 0 0 0 0\ncpu3 0 0 0 " + ticks
                        + " 0 0 0 0 0 0\nintr 1\n");
    }

    private ProcessorTimes read() {
        return ProcessorTimes.of(root.resolve("proc"), root.resolve("groups"), PID).orElseThrow();
    }

    private double busy(String allowed) throws IOException {
        process(allowed, "0::/\n", 1_000);
        ProcessorTimes before = read();
        process(allowed, "0::/\n", 2_000);
        return read().since(before);
    }

    /** Half of a machine was free, and the JVM had nothing of that. */
    @Test
    void onlyTheProcessorsThatItMayUseCount() throws Exception {
        assertThat(busy("0")).isEqualTo(1);
        assertThat(busy("0-1")).isEqualTo(0.75);
        assertThat(busy("0-3")).isEqualTo(0.375);
        assertThat(busy("1,3")).isEqualTo(0.25);
    }

    @Test
    void aQuotaOfAnyGroupCounts() throws Exception {
        write("groups/pods/cpu.max", "200000 100000\n");
        write("groups/pods/cpu.stat", "usage_usec 5000000\nuser_usec 1\n");
        write("groups/pods/app/cpu.max", "max 100000\n");
        process("2-3", "0::/pods/app\n", 1_000);
        ProcessorTimes before = read();
        assertThat(before.quotas()).singleElement().satisfies(quota -> {
            assertThat(quota.processors()).isEqualTo(2);
            assertThat(quota.used()).isEqualTo(5);
        });
        write("groups/pods/cpu.stat", "usage_usec 5100000\nuser_usec 1\n");
        process("2-3", "0::/pods/app\n", 2_000);
        Quota then = before.quotas().get(0);
        Quota now = read().quotas().get(0);
        assertThat(now.since(then)).isCloseTo(0.1 / 2 / (now.at() - then.at()), within(1e-9));
    }

    @Test
    void aQuotaOfTheFirstVersionCounts() throws Exception {
        write("groups/cpu/app/cpu.cfs_quota_us", "50000\n");
        write("groups/cpu/app/cpu.cfs_period_us", "100000\n");
        write("groups/cpu/cpu.cfs_quota_us", "-1\n");
        write("groups/cpuacct/app/cpuacct.usage", "7000000000\n");
        process("0", "5:cpu,cpuacct:/app\n0::/\n", 1_000);
        assertThat(read().quotas()).singleElement().satisfies(quota -> {
            assertThat(quota.processors()).isEqualTo(0.5);
            assertThat(quota.used()).isEqualTo(7);
        });
        process("0", "5:cpu:/app\n6:cpuacct:/\n", 1_000);
        assertThat(ProcessorTimes.of(root.resolve("proc"), root.resolve("groups"), PID)).isEmpty();
    }

    @Test
    void aSaturatedQuotaLeavesNothingFree() {
        ProcessorTimes before = times(0.5, 10, 100);
        assertThat(times(0.5, 15, 110).since(before)).isEqualTo(1);
        assertThat(times(0.5, 12.5, 110).since(before)).isEqualTo(0.5);
        assertThat(times(1, 15, 110).since(before)).isNaN();
    }

    private static ProcessorTimes times(double processors, double used, double at) {
        return new ProcessorTimes(Set.of(0), 0, Math.round(at), List.of(new Quota(Path.of("/app"), processors, used, at)));
    }

    @Test
    void aProcessThatHasEndedCannotBeTold() {
        assertThat(ProcessorTimes.of(root.resolve("proc"), root.resolve("groups"), PID)).isEmpty();
    }
}
