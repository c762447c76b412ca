package dev.slipstream.it.program.priority;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Long-lived threads of every priority, and threads of the JVM. For {@code Console}. */
public final class PriorityChanges {
    private static final List<NiceThread> THREADS = new ArrayList<>();

    private PriorityChanges() {}

    /** Starts a thread of each priority. */
    public static String start() {
        for (int i = Thread.MIN_PRIORITY; i <= Thread.MAX_PRIORITY; i++) {
            THREADS.add(NiceThread.started(i));
        }
        return "started";
    }

    /** Returns the nice values of priorities 1 to 10. */
    public static String nice() throws Exception {
        StringBuilder nice = new StringBuilder();
        for (NiceThread thread : THREADS) {
            nice.append(nice.isEmpty() ? "" : " ").append(thread.nice());
        }
        return nice.toString();
    }

    /** Sets all priorities once more. */
    public static String again() {
        for (NiceThread thread : THREADS) {
            thread.setPriority(thread.getPriority());
        }
        return "set";
    }

    /** Returns the nice value of a thread of the JVM, of priority 8, that a lowered thread has started. */
    public static String cleaner() throws Exception {
        NiceThread low = NiceThread.started(Thread.MIN_PRIORITY);
        Set<String> before = numbers();
        Object referent = new Object();
        low.call(() -> Cleaner.create().register(referent, () -> {}));
        Set<String> after = new TreeSet<>();
        // The thread gets its native name a moment after its start.
        while (after.isEmpty()) {
            Thread.sleep(1);
            after = numbers();
            after.removeAll(before);
        }
        StringBuilder nice = new StringBuilder();
        for (String number : after) {
            nice.append(NiceThread.nice(Long.parseLong(number)));
        }
        low.end();
        return nice.toString();
    }

    private static Set<String> numbers() throws Exception {
        TreeSet<String> numbers = new TreeSet<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            tasks.forEach(task -> {
                // Ignores other threads, since those of the JIT compilers come and go at any time.
                if (name(task).startsWith("Cleaner")) {
                    numbers.add(task.getFileName().toString());
                }
            });
        }
        return numbers;
    }

    private static String name(Path task) {
        try {
            return NativeName.of(Long.parseLong(task.getFileName().toString()));
        } catch (IOException ended) {
            return "";
        }
    }
}
