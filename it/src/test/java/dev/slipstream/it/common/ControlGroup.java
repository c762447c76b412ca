package dev.slipstream.it.common;

import dev.slipstream.testkit.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Control group of version 1 or 2, as a container has one: half a processor, little memory, few threads. Often only root may make one. */
public final class ControlGroup implements AutoCloseable {
    private static final Path ALL = Path.of("/sys/fs/cgroup");
    private static final String MEMORY = "400M";
    private static final String THREADS = "150";
    private static final Map<String, Map<String, String>> VERSION_1 = Map.of(
            "cpu", Map.of("cpu.cfs_quota_us", "50000"),
            "memory", Map.of("memory.limit_in_bytes", MEMORY),
            "pids", Map.of("pids.max", THREADS));
    private static final Map<String, String> VERSION_2 =
            Map.of("cpu.max", "50000 100000", "memory.max", MEMORY, "pids.max", THREADS);
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 10_000_000;

    private final List<Path> folders = new ArrayList<>();

    private ControlGroup() {}

    /**
     * Creates a group.
     *
     * @param name no other group's
     */
    public static ControlGroup create(String name) throws IOException {
        ControlGroup group = new ControlGroup();
        try {
            if (Files.exists(ALL.resolve("cgroup.controllers"))) {
                Files.writeString(ALL.resolve("cgroup.subtree_control"), "+cpu +memory +pids");
                group.add(ALL.resolve(name), VERSION_2);
            } else {
                for (Map.Entry<String, Map<String, String>> each : VERSION_1.entrySet()) {
                    group.add(ALL.resolve(each.getKey()).resolve(name), each.getValue());
                }
            }
            return group;
        } catch (IOException e) {
            group.close();
            throw e;
        }
    }

    /** Returns whether this machine refuses control groups. That is asserted and reported, as {@link Refusal} says. */
    public static boolean isRefused() {
        try {
            create("slipstream-tried-" + ProcessHandle.current().pid()).close();
            return false;
        } catch (AccessDeniedException | NoSuchFileException e) {
            Refusal.report("a control group");
            return true;
        } catch (IOException e) {
            Refusal.isTold("a control group: " + e.getMessage());
            return true;
        }
    }

    private void add(Path folder, Map<String, String> limits) throws IOException {
        folders.add(Files.createDirectory(folder));
        for (Map.Entry<String, String> each : limits.entrySet()) {
            Files.writeString(folder.resolve(each.getKey()), each.getValue());
        }
    }

    /** Returns a command that runs another in the group. */
    public String[] command() {
        String enter = folders.stream().map(folder -> "echo $$ >" + folder + "/cgroup.procs && ").collect(Collectors.joining());
        return new String[] {"sh", "-c", enter + "exec \"$@\"", "sh"};
    }

    /** Removes the group, as soon as the kernel has let go of its last process. */
    @Override
    public void close() throws IOException {
        for (Path folder : folders) {
            for (int i = 0; i < ATTEMPTS && !folder.toFile().delete(); i++) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            Files.deleteIfExists(folder);
        }
    }
}
