package dev.slipstream.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processors of this machine that this process may use, and threads that are bound to them. For Linux, with {@code taskset}. */
public final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {
    }

    /**
     * Which may be used.
     *
     * @return the numbers of those that this process may use, in ascending order
     * @throws IOException if the operating system does not say so
     */
    public static List<Integer> allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status does not say which processors may be used"));
    }

    /**
     * Reads a list.
     *
     * @param list such as {@code 0-2,7}
     * @return all numbers in it
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
     * Binds the current thread, which must be a platform thread. Threads and processes that it starts later inherit that.
     *
     * @param processor one that is {@linkplain #allowed allowed}
     * @throws IOException if that fails
     * @throws InterruptedException if interrupted meanwhile
     */
    public static void bind(int processor) throws IOException, InterruptedException {
        String tid = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
        taskset("-cp", processor, tid);
    }

    /**
     * Binds all threads of this process, the JVM's own as well, and those that are started later.
     *
     * @param processor one that is {@linkplain #allowed allowed}
     * @throws IOException if that fails
     * @throws InterruptedException if interrupted meanwhile
     */
    public static void bindAll(int processor) throws IOException, InterruptedException {
        taskset("-acp", processor, Long.toString(ProcessHandle.current().pid()));
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
