package dev.slipstream.runtime.pinning;

import dev.slipstream.runtime.threads.Witness;
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
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's view of this JVM's threads: their processor time, and whether one that has none sleeps, waits for a lock or only for a
 * processor.
 *
 * <p>Java does not know a thread's number in the kernel. While a thread does not run, the processor time that the JVM tells of it equals,
 * to the nanosecond, the one in {@code schedstat} of its task. That finds the task once; it stays the thread's as long as that lives.
 *
 * <p>For use by one thread.
 */
final class KernelTasks implements CarrierWatch.Kernel {
    private static final File TASKS = new File("/proc/self/task");
    private static final String[] NONE = {};
    private static final int LONGEST_LINE = 256;
    private static final String RUNS = "running";
    private static final int TRIES = 1_000;
    private static final long PAUSE_NANOS = 1_000_000;

    /** Loaded on first need: in most applications no carrier is ever suspected. */
    private @Nullable ThreadMXBean threads;

    /**
     * Number of the system call in which a thread waits for a lock of the JVM; empty if it is unknown, null until it is needed. It depends
     * on the processor, and in an emulator on that of the host.
     */
    private @Nullable String lock;

    private final Map<Thread, String> known = new HashMap<>();

    /** Task by processor time, of those not known, as read in this look; null until one is asked for. */
    private @Nullable Map<Long, String> unknown;

    /** Returns the view of this JVM's threads; an empty one if the JVM was built without {@code java.management}. */
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
        if (lock == null) {
            lock = callOfALock();
        }
        String task = known.get(thread);
        if (task == null && !lock.isEmpty()) {
            task = find(cpuNanos);
        }
        String call = task == null ? "" : call(task);
        if (task == null || call.isEmpty()) {
            return CarrierWatch.Doing.UNKNOWN;
        }
        known.put(thread, task);
        return call.equals(RUNS) ? CarrierWatch.Doing.WANTS_A_PROCESSOR
                : call.equals(lock) || call.startsWith("-") ? CarrierWatch.Doing.WAITS : CarrierWatch.Doing.SLEEPS;
    }

    /** Returns the number of the system call that a task is in; negative if it waits for a page of memory. */
    private static String call(String task) {
        String line = read(task, "syscall").trim();
        int end = line.indexOf(' ');
        return end < 0 ? line : line.substring(0, end);
    }

    /** Returns the call in which a waiting thread is; empty if the kernel does not tell, or has no thread for that. */
    private static String callOfALock() {
        try (Witness witness = Witness.start()) {
            String task = Integer.toString(witness.id());
            String call = RUNS;
            for (int i = 0; i < TRIES && call.equals(RUNS); i++) {
                LockSupport.parkNanos(PAUSE_NANOS);
                call = witness.thread().getState() == Thread.State.WAITING ? call(task) : RUNS;
            }
            return call.equals(RUNS) ? "" : call;
        } catch (IllegalStateException | OutOfMemoryError e) {
            return "";
        }
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
