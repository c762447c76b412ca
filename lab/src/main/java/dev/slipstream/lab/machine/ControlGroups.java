package dev.slipstream.lab.machine;

import dev.slipstream.results.file.Environment.Container;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of this process's control group, in versions 1 and 2. The limits of all parent groups apply as well, so the strictest
 * counts. Inside a container, the group names may be the host's, whose folders do not exist there. The walk up then ends at the
 * mount, which is the container's own group.
 */
final class ControlGroups {
    private static final String MOUNT = "sys/fs/cgroup";
    private static final String HYBRID = MOUNT + "/unified";

    /** Version 1 states no limit as the largest number of whole pages, which exceeds any real memory. */
    private static final long NO_LIMIT = 1L << 60;

    private final SystemFiles files;

    ControlGroups(SystemFiles files) {
        this.files = files;
    }

    /** Returns the limits, or null if there are none. */
    @Nullable
    Container limits() {
        List<Double> cpus = new ArrayList<>();
        List<Long> memory = new ArrayList<>();
        for (String line : files.lines("proc/self/cgroup")) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3) {
                continue;
            }
            List<String> controllers = List.of(fields[1].split(","));
            if (fields[1].isEmpty()) {
                upwards(files.has(HYBRID) ? HYBRID : MOUNT, fields[2]).forEach(folder -> {
                    cpus.add(cpusOfTwo(folder));
                    memory.add(bytes(folder + "/memory.max"));
                });
            }
            if (controllers.contains("cpu")) {
                upwards(mounted("cpu", fields[1]), fields[2]).forEach(folder -> cpus.add(cpusOfOne(folder)));
            }
            if (controllers.contains("memory")) {
                upwards(mounted("memory", fields[1]), fields[2])
                        .forEach(folder -> memory.add(bytes(folder + "/memory.limit_in_bytes")));
            }
        }
        Double leastCpus = cpus.stream().filter(Objects::nonNull).min(Double::compare).orElse(null);
        Long leastMemory = memory.stream().filter(Objects::nonNull).min(Long::compare).orElse(null);
        return leastCpus == null && leastMemory == null ? null : new Container(leastCpus, leastMemory);
    }

    /** Returns the folder of a controller, named after it or after all controllers that are mounted together. */
    private String mounted(String controller, String together) {
        return MOUNT + "/" + (files.has(MOUNT + "/" + controller) ? controller : together);
    }

    private static Stream<String> upwards(String mount, String group) {
        // The name of a group outside this namespace contains "..", which must not lead out of the mount.
        Path own = Path.of("/").resolve(group.replaceAll("[\\p{Cntrl}]", "")).normalize();
        return Stream.iterate(own, Objects::nonNull, Path::getParent)
                .map(each -> each.getNameCount() == 0 ? mount : mount + each);
    }

    private @Nullable Double cpusOfTwo(String folder) {
        String text = files.text(folder + "/cpu.max");
        String[] words = text == null ? new String[0] : text.split("\\s+");
        return words.length < 2 ? null : share(SystemFiles.number(words[0]), SystemFiles.number(words[1]));
    }

    private @Nullable Double cpusOfOne(String folder) {
        return share(SystemFiles.number(files.text(folder + "/cpu.cfs_quota_us")),
                SystemFiles.number(files.text(folder + "/cpu.cfs_period_us")));
    }

    private static @Nullable Double share(@Nullable Long quota, @Nullable Long period) {
        return quota == null || period == null || quota <= 0 || period <= 0 ? null : (double) quota / period;
    }

    private @Nullable Long bytes(String file) {
        Long bytes = SystemFiles.number(files.text(file));
        return bytes == null || bytes <= 0 || bytes >= NO_LIMIT ? null : bytes;
    }
}
