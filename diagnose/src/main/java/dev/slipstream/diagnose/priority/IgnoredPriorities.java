package dev.slipstream.diagnose.priority;

import dev.slipstream.diagnose.detect.Observation;
import dev.slipstream.diagnose.threads.Tasks;
import dev.slipstream.diagnose.threads.Tasks.Task;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Threads of an application whose priority is ignored: their Java priority is above or below 5, but Linux schedules them no better
 * or no worse, respectively, than the process as a whole.
 *
 * @param threads the threads in the order of the JVM's thread dump
 * @param unclear how many threads could not be told apart, since a name looks like several threads
 * @param times the times of the processors that the process may use; empty if they cannot be told
 */
public record IgnoredPriorities(List<Ignored> threads, int unclear, Optional<ProcessorTimes> times) implements Observation {
    private static final int NORMAL = 5;

    /** Threads of the JVM and the JDK; the application did not choose their priorities. */
    private static final Pattern OWN = Pattern.compile("Reference Handler|Finalizer|Signal Dispatcher|Service Thread"
            + "|Monitor Deflation Thread|Sweeper thread|Notification Thread|Attach Listener|(?:C[12]|JVMCI) CompilerThread\\d+"
            + "|Common-Cleaner|Cleaner-\\d+|process reaper(?: \\(pid \\d+\\))?|JFR [\\w ]+");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Copies the list. */
    public IgnoredPriorities {
        threads = List.copyOf(threads);
    }

    /** Creates an instance without the times of processors. */
    public IgnoredPriorities(List<Ignored> threads, int unclear) {
        this(threads, unclear, Optional.empty());
    }

    @Override
    public OptionalInt processors() {
        return times.map(of -> OptionalInt.of(of.processors().size())).orElse(OptionalInt.empty());
    }

    /**
     * A thread whose priority is ignored.
     *
     * @param name its name, which may contain any characters, including line ends
     * @param priority its Java priority, 1 to 10 except 5
     * @param nativeId its operating system thread id, in the PID namespace of its process
     * @param nice its nice value
     */
    public record Ignored(String name, int priority, long nativeId, int nice) {}

    /**
     * Inspects a running JVM. The JVM writes a thread dump, for which it stops all its threads at a safepoint.
     *
     * @param pid the JVM's process id
     * @return the threads found
     * @throws IOException if the process is no JVM, does not answer, or may not be inspected
     * @throws InterruptedException if interrupted meanwhile
     */
    public static IgnoredPriorities of(long pid) throws IOException, InterruptedException {
        String dump = dump(pid);
        try {
            return of(ThreadDump.parse(dump), pid);
        } catch (IllegalArgumentException notUnderstood) {
            throw new IOException("process " + pid + " answered with " + notUnderstood.getMessage(), notUnderstood);
        }
    }

    /**
     * Inspects a running JVM.
     *
     * @param dump a thread dump that it has just written
     * @param pid its process id
     * @return the threads found
     * @throws IOException if the process may not be inspected
     */
    public static IgnoredPriorities of(ThreadDump dump, long pid) throws IOException {
        IgnoredPriorities found = of(dump, Tasks.of(Path.of("/proc", Long.toString(pid))));
        return new IgnoredPriorities(found.threads, found.unclear, ProcessorTimes.of(pid));
    }

    /** Combines a dump with Linux's data of a moment later. Leaves out threads that have ended in between. */
    static IgnoredPriorities of(ThreadDump dump, Tasks tasks) {
        List<Ignored> ignored = new ArrayList<>();
        for (DumpedThread thread : dump.threads()) {
            Task task = tasks.byId().get(thread.nativeId());
            if (task != null && !OWN.matcher(thread.name()).matches() && ignored(thread.priority(), task, tasks.main())) {
                ignored.add(new Ignored(thread.name(), thread.priority(), thread.nativeId(), task.nice()));
            }
        }
        return new IgnoredPriorities(ignored, dump.unclear());
    }

    private static boolean ignored(int priority, Task task, Task main) {
        return priority > NORMAL ? !task.above(main) : priority < NORMAL && !task.below(main);
    }

    /** Returns a thread dump from {@code jcmd}, over the attach connection. The attach API itself has no thread dumps. */
    private static String dump(long pid) throws IOException, InterruptedException {
        Path out = Files.createTempFile("slipstream-threads", ".txt");
        try {
            Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    "-J-Dstdout.encoding=UTF-8", Long.toString(pid), "Thread.print")
                    .redirectErrorStream(true).redirectOutput(out.toFile()).start();
            try {
                if (!jcmd.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("process " + pid + " did not answer within " + PATIENCE.toSeconds() + " s");
                }
            } finally {
                jcmd.destroyForcibly();
            }
            // A thread name may be cut within a character; the lenient decoding keeps the rest readable.
            String said = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
            if (jcmd.exitValue() != 0) {
                throw new IOException("process " + pid + " gave no thread dump: " + reason(said));
            }
            return said;
        } finally {
            Files.delete(out);
        }
    }

    /** Returns the first line other than the process id, without the exception's class name. */
    private static String reason(String said) {
        return said.lines().filter(line -> !line.isBlank() && !line.matches("\\d+:")).findFirst()
                .map(line -> line.replaceFirst("^[\\w.]+Exception: ", "")).orElse("no reason given");
    }
}
