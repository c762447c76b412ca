package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Threads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;
import java.util.List;
import java.util.stream.Stream;

/** Disturbs Slipstream's threads as an application may do unintentionally. For {@link Console}. */
public final class OurThreads {
    private static final int ROUNDS = 100;
    private static final long PAUSE_MILLIS = 10;
    private static final long WATCHED_MILLIS = 3_000;
    private static final int USER_COLUMN = 11;

    /** In hundredths of a second. A thread that spins takes three hundred. */
    private static final long MOST_TICKS = 60;

    private OurThreads() {}

    /** Interrupts the threads repeatedly, and reports whether they are {@code calm} afterwards. */
    public static String interrupt() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Threads.ofSlipstream().forEach(Thread::interrupt);
            Thread.sleep(PAUSE_MILLIS);
        }
        long before = ticks();
        Thread.sleep(WATCHED_MILLIS);
        long after = ticks();
        return after - before <= MOST_TICKS ? "calm" : "they took " + (after - before) + " hundredths of a second of three";
    }

    /** Returns the processor time of the threads, found by their native names. */
    private static long ticks() throws IOException {
        long ticks = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (stat.contains("slipstr")) {
                    String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    ticks += Long.parseLong(columns[USER_COLUMN]) + Long.parseLong(columns[USER_COLUMN + 1]);
                }
            }
        }
        return ticks;
    }

    /** Returns the names of threads outside the system's thread group. */
    public static List<String> inOtherGroups() {
        return Threads.ofSlipstream().stream()
                .filter(thread -> thread.getThreadGroup() != null && thread.getThreadGroup().getParent() != null)
                .map(Thread::getName).toList();
    }

    /** Sets a security manager that permits no new event types in the flight recorder. */
    @SuppressWarnings("removal")
    public static String refuseEvents() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {
                if (permission.getName().equals("registerEvent")) {
                    throw new SecurityException("no events");
                }
            }
        });
        return "refused";
    }
}
