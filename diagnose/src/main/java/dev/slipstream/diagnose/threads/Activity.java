package dev.slipstream.diagnose.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that the threads of a process have run so far, by Linux. Reading it runs nothing in the process.
 *
 * @param byId the threads, by thread id in the process's own PID namespace
 */
public record Activity(Map<Long, Run> byId) {
    private static final Pattern STARTED = Pattern.compile("(?m)^se\\.exec_start +: +(\\d{1,15}\\.\\d{1,9})$");
    private static final Path OURS = Path.of("/proc/thread-self/sched");
    private static final double MILLIS = 1e3;

    /** Copies the map. */
    public Activity {
        byId = Map.copyOf(byId);
    }

    /**
     * The time that one thread has run.
     *
     * @param name its name in the operating system, 15 characters at most
     * @param state its state: {@code S} and {@code D} sleep, {@code R} runs or is ready to, {@code T} and {@code t} are stopped
     * @param nanos the time that it ran, in nanoseconds
     * @param delayNanos the time that it was ready and waited for a processor, in nanoseconds
     * @param idleSeconds the time since it last ran, in seconds; NaN if the kernel does not tell
     */
    public record Run(String name, char state, long nanos, long delayNanos, double idleSeconds) {
        /** Returns whether a signal or a debugger has stopped it. */
        public boolean isStopped() {
            return state == 'T' || state == 't';
        }
    }

    /**
     * Reads what the threads of a process have run.
     *
     * @param process the folder of the process in {@code /proc}
     * @return the threads that have not ended meanwhile; none if this kernel does not count what threads run
     * @throws IOException if there is no such process, or it may not be inspected
     */
    public static Activity of(Path process) throws IOException {
        Map<Long, Run> byId = new HashMap<>();
        if (Files.isDirectory(process) && Files.notExists(process.resolve("schedstat"))) {
            return new Activity(byId);
        }
        double now = startedMillis(OURS);
        Tasks.forEach(process, (number, folder) -> byId.put(number, run(folder, now)));
        return new Activity(byId);
    }

    private static Run run(Path folder, double now) throws IOException {
        String stat = Tasks.text(folder.resolve("stat"));
        String[] times = Tasks.text(folder.resolve("schedstat")).strip().split(" ");
        double idle = (now - startedMillis(folder.resolve("sched"))) / MILLIS;
        int name = stat.lastIndexOf(')');
        return new Run(stat.substring(stat.indexOf('(') + 1, name), stat.charAt(name + 2), Long.parseLong(times[0]),
                Long.parseLong(times[1]), Double.isNaN(idle) ? idle : Math.max(0, idle));
    }

    /** Returns when a thread last began to run, on the scheduler's clock; NaN if the kernel has no such file or line. */
    private static double startedMillis(Path sched) {
        try {
            Matcher started = STARTED.matcher(Files.readString(sched));
            return started.find() ? Double.parseDouble(started.group(1)) : Double.NaN;
        } catch (IOException unreadable) {
            return Double.NaN;
        }
    }
}
