package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processors that this process may use, and the binding of threads to them. For Linux with {@code taskset}. */
public final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /**
     * Returns the processors that this process may use.
     *
     * @return their numbers, in ascending order
     * @throws IOException if the operating system does not state them
     */
    public static List<Integer> allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status does not say which processors may be used"));
    }

    /**
     * Parses a list of numbers.
     *
     * @param list such as {@code 0-2,7}
     * @return all its numbers
     */
    public static List<Integer> parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    /**
     * Binds the current thread, which must be a platform thread. Threads and processes that it starts later inherit the binding.
     *
     * @param processor one that is {@linkplain #allowed allowed}
     * @throws IOException if that fails
     * @throws InterruptedException if interrupted while waiting
     */
    public static void bind(int processor) throws IOException, InterruptedException {
        String tid = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
        taskset("-cp", processor, tid);
    }

    /**
     * Binds all threads of this process, including the JVM's own and those that start later, to the last processor that it may use.
     *
     * @throws IOException if that fails
     * @throws InterruptedException if interrupted while waiting
     */
    public static void bindAllToOne() throws IOException, InterruptedException {
        List<Integer> allowed = allowed();
        taskset("-acp", allowed.get(allowed.size() - 1), Long.toString(ProcessHandle.current().pid()));
    }

    private static void taskset(String options, int processor, String id) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("taskset", options, Integer.toString(processor), id)
                .redirectErrorStream(true).start();
        String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset could not bind " + id + " to processor " + processor + ": " + said);
        }
    }
}
