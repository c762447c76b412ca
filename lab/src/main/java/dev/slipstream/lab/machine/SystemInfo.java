package dev.slipstream.lab.machine;

import dev.slipstream.results.file.Environment.Container;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The machine as its operating system describes it. Each call reads small files and throws nothing. The result is null for a fact that
 * it cannot find, which is almost every fact on systems other than Linux. Immutable.
 */
public final class SystemInfo {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "SLIPSTREAM");

    /** Names that hypervisors give to virtual machines. */
    private static final Pattern HYPERVISORS = Pattern.compile(
            "(?i)kvm|qemu|bochs|vmware|virtualbox|virtual machine|xen|hvm|openstack|compute engine|amazon ec2|parallels|bhyve");

    private static final long KIB = 1024;

    private final SystemFiles files;
    private final Map<String, String> environment;

    /**
     * Creates a machine.
     *
     * @param root the folder that {@code proc}, {@code sys} and so on are in
     * @param environment the environment's variables
     */
    public SystemInfo(Path root, Map<String, String> environment) {
        this.files = new SystemFiles(root);
        this.environment = Map.copyOf(environment);
    }

    /**
     * Returns the machine that this JVM runs on.
     *
     * @return the machine
     */
    public static SystemInfo here() {
        return new SystemInfo(Path.of("/"), System.getenv());
    }

    /**
     * Returns the processor's name.
     *
     * @return the name; on ARM, where the kernel knows no names, the board's, or the implementer and part as numbers
     */
    public @Nullable String cpu() {
        for (String key : List.of("model name", "Model", "Hardware", "cpu model")) {
            String name = cpuinfo(key);
            if (name != null) {
                return name;
            }
        }
        String maker = cpuinfo("CPU implementer");
        return maker == null ? null : "implementer " + maker + ", part " + cpuinfo("CPU part");
    }

    private @Nullable String cpuinfo(String key) {
        return files.find("proc/cpuinfo", Pattern.compile("(?m)^" + key + "[ \\t]*:[ \\t]*(\\S.*)$"));
    }

    /**
     * Returns the number of processors that this JVM may use.
     *
     * @return the number, within a container's limits and the affinity
     */
    public int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Returns the size of the memory.
     *
     * @return bytes
     */
    public @Nullable Long memoryBytes() {
        return meminfo("MemTotal");
    }

    /**
     * Returns the memory that is available without swapping.
     *
     * @return bytes
     */
    public @Nullable Long availableBytes() {
        return meminfo("MemAvailable");
    }

    private @Nullable Long meminfo(String key) {
        Long kib = SystemFiles.number(files.find("proc/meminfo", Pattern.compile("(?m)^" + key + ":[ \\t]*(\\d+) kB$")));
        return kib == null ? null : kib * KIB;
    }

    /**
     * Returns the operating system and its release.
     *
     * @return such as {@code Linux 6.18.0}
     */
    public String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    /**
     * Returns the processor's architecture, as Java names it.
     *
     * @return such as {@code amd64}
     */
    public String architecture() {
        return System.getProperty("os.arch");
    }

    /**
     * Returns the governor of the processor's frequency.
     *
     * @return such as {@code performance}
     */
    public @Nullable String governor() {
        String governor = files.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        return governor == null || governor.isEmpty() ? null : governor;
    }

    /**
     * Returns the containers and the hypervisor that this JVM runs in, as far as they are visible.
     *
     * @return such as {@code docker, virtual machine (KVM)}
     */
    public @Nullable String virtual() {
        List<String> hints = new ArrayList<>();
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")) {
            hints.add("kubernetes");
        }
        if (files.has(".dockerenv")) {
            hints.add("docker");
        }
        if (files.has("run/.containerenv")) {
            hints.add("podman");
        }
        String product = files.text("sys/class/dmi/id/product_name");
        String vendor = files.text("sys/class/dmi/id/sys_vendor");
        String name = product != null && !product.isEmpty() ? product : vendor == null ? "" : vendor;
        String flags = cpuinfo("flags");
        // Clouds rent out whole machines too, and say so in the product's name.
        boolean namedByHypervisor = HYPERVISORS.matcher(product + " " + vendor).find() && !name.contains("metal");
        if (namedByHypervisor || (flags != null && flags.matches("(.*\\s)?hypervisor(\\s.*)?"))) {
            hints.add("virtual machine" + (name.isEmpty() ? "" : " (" + name + ")"));
        }
        return hints.isEmpty() ? null : String.join(", ", hints);
    }

    /**
     * Returns the container's limits.
     *
     * @return the limits; null also if there are none
     */
    public @Nullable Container container() {
        return new ControlGroups(files).limits();
    }

    /**
     * Returns the environment variables that are set and that affect every JVM. Leaves out the values of properties whose names
     * suggest a secret, since results are published.
     *
     * @return possibly empty
     */
    public Map<String, String> variables() {
        Map<String, String> set = new LinkedHashMap<>();
        for (String name : VARIABLES) {
            String value = environment.get(name);
            if (value != null && !value.isBlank()) {
                set.put(name,
                        value.replaceAll("(?i)(-D[^\\s=]*(?:password|passwd|secret|token|credential)[^\\s=]*=)\\S+", "$1***"));
            }
        }
        return set;
    }

    /**
     * Tells whether a debugger or a system call tracer is attached to this process.
     *
     * @return false also if that is unknown
     */
    public boolean traced() {
        Long tracer = SystemFiles.number(files.find("proc/self/status", Pattern.compile("(?m)^TracerPid:[ \\t]*(\\d+)$")));
        return tracer != null && tracer != 0;
    }
}
