package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.file.Environment.Container;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemInfoTest {
    @TempDir
    private Path root;

    private SystemInfo machine() {
        return new SystemInfo(root, Map.of());
    }

    @Test
    void bareMetal() throws Exception {
        FakeSystemFiles.bareMetal(root);
        assertThat(machine().cpu()).isEqualTo("Some Processor 3000");
        assertThat(machine().memoryBytes()).isEqualTo(16L << 20);
        assertThat(machine().availableBytes()).isEqualTo(8L << 20);
        assertThat(machine().governor()).isEqualTo("performance");
        assertThat(machine().virtual()).isNull();
        assertThat(machine().container()).isNull();
        assertThat(machine().variables()).isEmpty();
        assertThat(machine().traced()).isFalse();
        assertThat(machine().kernel()).startsWith(System.getProperty("os.name"));
        assertThat(machine().cores()).isPositive();
    }

    @Test
    void arm() throws Exception {
        FakeSystemFiles.write(root, "proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c");
        assertThat(machine().cpu()).isEqualTo("implementer 0x41, part 0xd0c");
        FakeSystemFiles.write(root, "proc/cpuinfo", "CPU implementer\t: 0x41\nModel\t\t: Some Board Rev 2");
        assertThat(machine().cpu()).isEqualTo("Some Board Rev 2");
    }

    @Test
    void dockerWithTheSecondControlGroups() throws Exception {
        FakeSystemFiles.bareMetal(root);
        FakeSystemFiles.write(root, ".dockerenv", "");
        FakeSystemFiles.write(root, "proc/cpuinfo", "flags\t\t: fpu hypervisor sse");
        FakeSystemFiles.write(root, "sys/class/dmi/id/product_name", "KVM");
        FakeSystemFiles.write(root, "proc/self/cgroup", "0::/");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu.max", "150000 100000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/memory.max", "1073741824");
        assertThat(machine().virtual()).isEqualTo("docker, virtual machine (KVM)");
        assertThat(machine().container()).isEqualTo(new Container(1.5, 1L << 30));
    }

    @Test
    void theStrictestGroupAboveCounts() throws Exception {
        FakeSystemFiles.write(root, "proc/self/cgroup", "0::/a/b");
        FakeSystemFiles.write(root, "sys/fs/cgroup/a/b/cpu.max", "400000 100000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/a/b/memory.max", "max");
        FakeSystemFiles.write(root, "sys/fs/cgroup/a/cpu.max", "200000 100000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/a/memory.max", "2147483648");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu.max", "max 100000");
        assertThat(machine().container()).isEqualTo(new Container(2.0, 2L << 30));
    }

    @Test
    void theFirstControlGroups() throws Exception {
        FakeSystemFiles.write(root, "proc/self/cgroup", "5:cpu,cpuacct:/docker/0123\n4:memory:/docker/0123\n0::/");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912");
        assertThat(machine().container()).isEqualTo(new Container(0.5, 512L << 20));
    }

    @Test
    void theFirstControlGroupsWithoutLimits() throws Exception {
        FakeSystemFiles.write(root, "proc/self/cgroup", "5:cpu:/\n4:memory:/x");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
        FakeSystemFiles.write(root, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
        FakeSystemFiles.write(root, "sys/fs/cgroup/memory/x/memory.limit_in_bytes", "9223372036854771712");
        assertThat(machine().container()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"m5.metal, Amazon EC2, ", "m5.large, Amazon EC2, virtual machine (m5.large)",
        "Virtual Machine, Microsoft Corporation, virtual machine (Virtual Machine)", "ThinkPad X1, LENOVO, "})
    void tellsByItsName(String product, String vendor, String virtual) throws Exception {
        FakeSystemFiles.write(root, "sys/class/dmi/id/product_name", product);
        FakeSystemFiles.write(root, "sys/class/dmi/id/sys_vendor", vendor);
        assertThat(machine().virtual()).isEqualTo(virtual);
    }

    @Test
    void otherContainers() throws Exception {
        FakeSystemFiles.write(root, "run/.containerenv", "");
        assertThat(new SystemInfo(root, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")).virtual()).isEqualTo("kubernetes, podman");
    }

    @Test
    void variablesWithoutSecrets() {
        Map<String, String> set = Map.of("PATH", "/bin", "_JAVA_OPTIONS", " ", "JDK_JAVA_OPTIONS", "-Xmx1g", "SLIPSTREAM", "none",
                "JAVA_TOOL_OPTIONS", "-Da.trustStorePassword=x7 -Db=c");
        assertThat(new SystemInfo(root, set).variables())
                .containsOnly(Map.entry("JAVA_TOOL_OPTIONS", "-Da.trustStorePassword=*** -Db=c"),
                        Map.entry("JDK_JAVA_OPTIONS", "-Xmx1g"),
                        Map.entry("SLIPSTREAM", "none"));
    }

    @Test
    void aTracer() throws Exception {
        FakeSystemFiles.write(root, "proc/self/status", "TracerPid:\t4711");
        assertThat(machine().traced()).isTrue();
    }

    @Test
    void nothingIsKnownWithoutFiles() {
        isUnknown();
    }

    @Test
    void nothingIsKnownFromGarbage() throws Exception {
        FakeSystemFiles.garbage(root);
        assertThat(machine().memoryBytes()).isNull();
        assertThat(machine().container()).isNull();
        assertThat(machine().virtual()).isNull();
        assertThat(machine().traced()).isFalse();
        assertThat(machine().cpu()).isNull();
    }

    private void isUnknown() {
        assertThat(machine().cpu()).isNull();
        assertThat(machine().memoryBytes()).isNull();
        assertThat(machine().availableBytes()).isNull();
        assertThat(machine().governor()).isNull();
        assertThat(machine().virtual()).isNull();
        assertThat(machine().container()).isNull();
        assertThat(machine().traced()).isFalse();
    }
}
