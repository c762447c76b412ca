package dev.slipstream.runtime.pinning;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel tells of this JVM's threads: their processor time, and whether one that has none sleeps, waits for a lock or only for a
 * processor.
 *
 * <p>Java does not know a thread's number in the kernel. While a thread does not run, the processor time that the JVM tells of it equals,
 * to the nanosecond, the one in {@code schedstat} of its task. That finds the task once; it stays the thread's as long as that lives.
 *
 * <p>For use by one thread.
 */
final class KernelTasks implements CarrierWatch.Kernel {
    private static final File TASKS = new File("/proc/self/task");

    /** Number of the system call by which a lock of the JVM or of native code waits: of x86-64, and of arm64. */
    private static final String FUTEX = System.getProperty("os.arch").equals("aarch64") ? "98 " : "202 ";

    private static final String[] NONE = {};
    private static final int LONGEST_LINE = 256;

    /** Loaded on first need: in most applications no carrier is ever suspected. */
    private @Nullable ThreadMXBean threads;

    private final Map<Thread, String> known = new HashMap<>();

    /** Task by processor time, of those not known, as read in this look; null until one is asked for. */
    private @Nullable Map<Long, String> unknown;

    /** Returns what this JVM's kernel tells; nothing if the JVM was built without {@code java.management}. */
    static CarrierWatch.Kernel ofThisJvm() {
        return ModuleLayer.boot().findModule("java.management").isPresent() ? new KernelTasks() : new CarrierWatch.Kernel() {};
    }

    @Override
    public void look(Set<Thread> alive) {
        known.keySet().retainAll(alive);
        unknown = null;
    }

    @Override
    @SuppressWarnings("deprecation") // threadId() came with JDK 19; carriers do not override getId()
    public long cpuNanos(Thread thread) {
        if (threads == null) {
            threads = ManagementFactory.getThreadMXBean();
        }
        return threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getId()) : -1;
    }

    @Override
    public boolean knows(Thread thread) {
        return known.containsKey(thread);
    }

    @Override
    public CarrierWatch.Doing doing(Thread thread, long cpuNanos) {
        String task = known.get(thread);
        if (task == null) {
            task = find(cpuNanos);
            if (task == null) {
                return CarrierWatch.Doing.UNKNOWN;
            }
            known.put(thread, task);
        }
        String call = read(task, "syscall");
        if (call.isEmpty()) {
            return CarrierWatch.Doing.UNKNOWN;
        }
        return call.startsWith("running") ? CarrierWatch.Doing.WANTS_A_PROCESSOR
                : call.startsWith(FUTEX) ? CarrierWatch.Doing.WAITS_FOR_A_LOCK : CarrierWatch.Doing.SLEEPS;
    }

    private @Nullable String find(long cpuNanos) {
        if (unknown == null) {
            unknown = readUnknown();
        }
        return unknown.remove(cpuNanos);
    }

    private Map<Long, String> readUnknown() {
        Map<Long, String> byTime = new HashMap<>();
        Set<String> others = new HashSet<>(known.values());
        for (String task : tasks()) {
            if (!others.contains(task)) {
                long nanos = runTime(read(task, "schedstat"));
                // Two with one time tell nothing.
                if (nanos > 0 && byTime.put(nanos, task) != null) {
                    byTime.remove(nanos);
                }
            }
        }
        return byTime;
    }

    private static String[] tasks() {
        try {
            String[] tasks = TASKS.list();
            return tasks == null ? NONE : tasks;
        } catch (SecurityException e) {
            return NONE;
        }
    }

    private static long runTime(String schedstat) {
        int end = schedstat.indexOf(' ');
        return end < 0 ? 0 : Long.parseLong(schedstat, 0, end, 10);
    }

    /** Returns the file's line; empty if there is none, as of a task that has ended, or if it may not be read. */
    private static String read(String task, String file) {
        try (FileInputStream in = new FileInputStream(TASKS + "/" + task + "/" + file)) {
            return new String(in.readNBytes(LONGEST_LINE), StandardCharsets.ISO_8859_1);
        } catch (IOException | SecurityException e) {
            return "";
        }
    }
}
