package dev.slipstream.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of limits in the kernel's format. */
class LimitsTest {
    @TempDir
    private Path folder;

    private Limits limits;

    @BeforeEach
    void begin() throws IOException {
        limits = Limits.of(folder + "/", folder + "/cgroup-root");
        write("limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             500                  1000                 processes
                Max open files            1024                 unlimited            files
                """);
        write("status", "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\n");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void whatTheProcessMayHave() {
        assertThat(limits.soft("Max open files")).isEqualTo(1024);
        assertThat(limits.soft("Max moods")).isEqualTo(Long.MAX_VALUE);
        assertThat(limits.threads()).isEqualTo(500);
    }

    @Test
    void theSuperuserIsNotHeldToIt() throws IOException {
        write("status", "Uid:\t0\t0\t0\t0\n");
        assertThat(limits.threads()).isEqualTo(Long.MAX_VALUE);
        write("uid_map", "         0          0 4294967295\n");
        assertThat(limits.threads()).isEqualTo(Long.MAX_VALUE);
    }

    /** As in a container that a user runs without being root. */
    @Test
    void theSuperuserOfANamespaceIs() throws IOException {
        write("status", "Uid:\t0\t0\t0\t0\n");
        write("uid_map", "         0       1000          1\n");
        assertThat(limits.threads()).isEqualTo(500);
    }

    @Test
    void theLeastOfAllCgroupsAboveCounts() throws IOException {
        write("cgroup", "0::/a/b\n");
        write("cgroup-root/a/b/pids.max", "max\n");
        write("cgroup-root/a/pids.max", "300\n");
        write("cgroup-root/pids.max", "1000\n");
        assertThat(limits.threads()).isEqualTo(300);
        write("cgroup-root/pids.max", "200\n");
        assertThat(limits.threads()).isEqualTo(200);
    }

    @Test
    void theFirstKindOfCgroups() throws IOException {
        write("cgroup", "5:memory:/x\n4:pids:/x\n");
        write("cgroup-root/pids/x/pids.max", "50\n");
        assertThat(limits.threads()).isEqualTo(50);
    }

    @Test
    void whatCannotBeReadDoesNotLimit() {
        assertThat(Limits.of(folder + "/none/", folder + "/none").threads()).isEqualTo(Long.MAX_VALUE);
        assertThat(Limits.ofThisProcess().threads()).isPositive();
    }
}
