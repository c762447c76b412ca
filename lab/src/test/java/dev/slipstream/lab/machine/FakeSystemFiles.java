package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A folder that looks like the root of a Linux machine. */
final class FakeSystemFiles {
    private FakeSystemFiles() {}

    static void write(Path root, String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    static void bareMetal(Path root) throws IOException {
        write(root, "proc/cpuinfo", "processor\t: 0\nmodel name\t: Some Processor 3000\nflags\t\t: fpu vme sse2");
        write(root, "proc/meminfo", "MemTotal:       16384 kB\nMemFree:   1 kB\nMemAvailable:    8192 kB");
        write(root, "proc/self/cgroup", "0::/user.slice/session-1.scope");
        write(root, "proc/self/status", "Name:\tjava\nTracerPid:\t0");
        write(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
        write(root, "sys/class/dmi/id/product_name", "PowerEdge R740");
        write(root, "sys/class/dmi/id/sys_vendor", "Dell Inc.");
        Files.createDirectories(root.resolve("sys/fs/cgroup/user.slice/session-1.scope"));
    }

    /** All that {@link SystemInfo} and {@link LoadMeter} read, with nonsense in it. */
    static void garbage(Path root) throws IOException {
        for (String path : Stream.concat(
                Stream.of("cpuinfo", "meminfo", "stat", "loadavg", "self/cgroup", "self/status", "self/stat")
                        .map("proc/"::concat),
                Stream.of("devices/system/cpu/cpu0/cpufreq/scaling_governor", "class/dmi/id/product_name",
                        "fs/cgroup/cpu.max", "fs/cgroup/memory.max").map("sys/"::concat))
                .toList()) {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[] {(byte) 0xff, 0, ':', '\n', ':', ':', ')', '\n', 'c', 'p', 'u', ' ', '\n', (byte) 0xc3});
        }
        write(root, "proc/self/cgroup", "0::/\n::\nx\n4:memory,cpu:/../../..\n0::\u0000/a");
        Files.createDirectories(root.resolve("sys/fs/cgroup/memory/memory.limit_in_bytes"));
    }
}
