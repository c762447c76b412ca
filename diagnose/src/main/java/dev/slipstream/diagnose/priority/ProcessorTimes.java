package dev.slipstream.diagnose.priority;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The times so far of the processors that a process may use, by its affinity and the quotas of its control groups. Two of them tell how
 * busy these processors were.
 *
 * @param processors the numbers of the processors
 * @param busy the time in which they ran any program, in ticks
 * @param all the time in all, in ticks
 * @param quotas the quotas of its control groups, the innermost first; empty if there is none
 */
public record ProcessorTimes(Set<Integer> processors, long busy, long all, List<Quota> quotas) {
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** Indices of fields in a line of {@code /proc/stat}: time without work, and time waiting for a disk. */
    private static final int IDLE = 4;
    private static final int DISK = 5;

    /** Index of the last field that counts: a guest's time is part of the user time. */
    private static final int LAST = 8;

    /** Copies the collections. */
    public ProcessorTimes {
        processors = Set.copyOf(processors);
        quotas = List.copyOf(quotas);
    }

    /**
     * The quota of a control group.
     *
     * @param group the group's folder
     * @param processors the number of processors that it may use
     * @param used the processor time that it has used, in seconds
     * @param at the time of this reading, in seconds from an arbitrary origin
     */
    public record Quota(Path group, double processors, double used, double at) {
        /** Returns the fraction of the quota used since an earlier reading. */
        double since(Quota earlier) {
            return (used - earlier.used) / ((at - earlier.at) * processors);
        }
    }

    /**
     * Reads the times for a process of this machine.
     *
     * @return the times; empty if they cannot be told
     */
    static Optional<ProcessorTimes> of(long pid) {
        return of(Path.of("/proc"), Path.of("/sys/fs/cgroup"), pid);
    }

    static Optional<ProcessorTimes> of(Path proc, Path groups, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        try {
            String allowed = Files.readAllLines(process.resolve("status")).stream().filter(line -> line.startsWith(ALLOWED))
                    .findFirst().map(line -> line.substring(ALLOWED.length()).strip())
                    .orElseThrow(() -> new IOException("no affinity"));
            Set<Integer> processors = numbers(allowed);
            long busy = 0;
            long all = 0;
            for (String line : Files.readAllLines(proc.resolve("stat"))) {
                String[] fields = line.split(" +");
                if (fields[0].matches("cpu\\d+") && processors.contains(Integer.valueOf(fields[0].substring("cpu".length())))) {
                    for (int i = 1; i <= LAST; i++) {
                        all += Long.parseLong(fields[i]);
                        busy += i == IDLE || i == DISK ? 0 : Long.parseLong(fields[i]);
                    }
                }
            }
            return Optional.of(new ProcessorTimes(processors, busy, all, quotas(process, groups)));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            // The process has ended, or its file system shows other files than Linux's own.
            return Optional.empty();
        }
    }

    /** Parses a list such as {@code 0-3,8}. */
    private static Set<Integer> numbers(String list) {
        Set<Integer> numbers = new TreeSet<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    private static List<Quota> quotas(Path process, Path groups) throws IOException {
        List<Quota> quotas = new ArrayList<>();
        String unified = null;
        String limiting = null;
        String counting = null;
        for (String line : Files.readAllLines(process.resolve("cgroup"))) {
            String[] fields = line.split(":", 3);
            List<String> controllers = List.of(fields[1].split(","));
            unified = fields[1].isEmpty() ? fields[2] : unified;
            limiting = controllers.contains("cpu") ? fields[2] : limiting;
            counting = controllers.contains("cpuacct") ? fields[2] : counting;
        }
        if (limiting != null) {
            Path root = groups.resolve("cpu");
            for (Path group = group(root, limiting); group.startsWith(root); group = group.getParent()) {
                long quota = number(group.resolve("cpu.cfs_quota_us"), -1);
                if (quota > 0 && !limiting.equals(counting)) {
                    throw new IOException("the time of a group with a quota is not counted");
                }
                if (quota > 0) {
                    Path counted = groups.resolve("cpuacct").resolve(root.relativize(group).toString());
                    quotas.add(new Quota(group, quota / (double) number(group.resolve("cpu.cfs_period_us"), 0),
                            number(counted.resolve("cpuacct.usage"), 0) / 1e9, now()));
                }
            }
        } else if (unified != null) {
            for (Path group = group(groups, unified); group.startsWith(groups); group = group.getParent()) {
                Path most = group.resolve("cpu.max");
                String[] quota = Files.exists(most) ? Files.readString(most).strip().split(" ") : new String[] {"max"};
                if (!quota[0].equals("max")) {
                    String used =
                            Files.readAllLines(group.resolve("cpu.stat")).stream().filter(line -> line.startsWith("usage_usec "))
                                    .findFirst().orElseThrow(() -> new IOException("no usage"));
                    quotas.add(new Quota(group, Double.parseDouble(quota[0]) / Double.parseDouble(quota[1]),
                            Double.parseDouble(used.split(" ")[1]) / 1e6, now()));
                }
            }
        }
        return quotas;
    }

    /** Returns a group's folder. In a container the tree of groups may begin with the container's own. */
    private static Path group(Path root, String path) {
        Path group = root.resolve(path.substring(1)).normalize();
        return group.startsWith(root) && Files.isDirectory(group) ? group : root;
    }

    private static long number(Path file, long otherwise) throws IOException {
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : otherwise;
    }

    private static double now() {
        return System.nanoTime() / 1e9;
    }

    /**
     * Returns how busy the processors have been since an earlier reading: the part of the time of all of them, or of the quota that was
     * used most.
     *
     * @return the part, from 0 to 1; NaN if it cannot be told, since what the process may use has changed
     */
    double since(ProcessorTimes earlier) {
        if (!processors.equals(earlier.processors) || quotas.size() != earlier.quotas.size() || all <= earlier.all) {
            return Double.NaN;
        }
        double most = (double) (busy - earlier.busy) / (all - earlier.all);
        for (int i = 0; i < quotas.size(); i++) {
            Quota before = earlier.quotas.get(i);
            Quota now = quotas.get(i);
            if (!now.group.equals(before.group) || now.processors != before.processors) {
                return Double.NaN;
            }
            most = Math.max(most, now.since(before));
        }
        return Math.max(0, Math.min(1, most));
    }
}
