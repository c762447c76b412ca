package dev.slipstream.cli.diagnose;

import dev.slipstream.cli.diagnose.Tasks.Task;
import dev.slipstream.cli.diagnose.ThreadDump.DumpedThread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Threads of an application that asked for a priority and did not get it: their Java priority is not 5, and Linux schedules them
 * no better or no worse than the process as a whole.
 *
 * @param threads in the order of the JVM's thread dump
 * @param unclear how many threads could not be told from one another, since a name looks like several threads
 */
public record IgnoredPriorities(List<Ignored> threads, int unclear) {
    private static final int NORMAL = 5;

    /** Those that every JVM has, and the JDK's own; nobody has asked for their priorities. */
    private static final Pattern OWN = Pattern.compile("Reference Handler|Finalizer|Signal Dispatcher|Service Thread"
            + "|Monitor Deflation Thread|Sweeper thread|Notification Thread|Attach Listener|(?:C[12]|JVMCI) CompilerThread\\d+"
            + "|Common-Cleaner|Cleaner-\\d+|process reaper(?: \\(pid \\d+\\))?|JFR [\\w ]+");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Copies. */
    public IgnoredPriorities {
        threads = List.copyOf(threads);
    }

    /**
     * A thread whose priority is ignored.
     *
     * @param name its name, which may have any characters, line ends among them
     * @param priority its Java priority, 1 to 10 except 5
     * @param nativeId the operating system's number for it, in the name space of its process
     * @param nice its nice value
     */
    public record Ignored(String name, int priority, long nativeId, int nice) {
    }

    /**
     * Looks at a running JVM. That makes it write a thread dump, for which it stops all its threads for a moment.
     *
     * @param pid the JVM's process
     * @return what was found
     * @throws IOException if the process is no JVM, does not answer, or may not be looked at
     * @throws InterruptedException if interrupted meanwhile
     */
    public static IgnoredPriorities of(long pid) throws IOException, InterruptedException {
        String dump = dump(pid);
        Tasks tasks = Tasks.of(Path.of("/proc", Long.toString(pid)));
        try {
            return of(ThreadDump.parse(dump), tasks);
        } catch (IllegalArgumentException notUnderstood) {
            throw new IOException("process " + pid + " answers with " + notUnderstood.getMessage(), notUnderstood);
        }
    }

    /** What follows from a dump and what Linux says a moment later; threads that have ended in between are left out. */
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

    /** By the JDK's own tool, over the attach connection. The API for that connection has no thread dumps. */
    private static String dump(long pid) throws IOException, InterruptedException {
        Path out = Files.createTempFile("slipstream-threads", ".txt");
        try {
            Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    "-J-Dstdout.encoding=UTF-8", Long.toString(pid), "Thread.print")
                    .redirectErrorStream(true).redirectOutput(out.toFile()).start();
            try {
                if (!jcmd.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("process " + pid + " does not answer within " + PATIENCE.toSeconds() + " s");
                }
            } finally {
                jcmd.destroyForcibly();
            }
            // A name may have half a character, which must not hide the rest.
            String said = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
            if (jcmd.exitValue() != 0) {
                throw new IOException("process " + pid + " gives no thread dump: " + reason(said));
            }
            return said;
        } finally {
            Files.delete(out);
        }
    }

    /** The first line that is more than the process's number, without the class of the exception. */
    private static String reason(String said) {
        return said.lines().filter(line -> !line.isBlank() && !line.matches("\\d+:")).findFirst()
                .map(line -> line.replaceFirst("^[\\w.]+Exception: ", "")).orElse("no reason");
    }
}
