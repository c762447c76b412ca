package dev.slipstream.lab.experiment.priority;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processors of this machine that this process may use, and threads that are bound to them. */
final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {
    }

    /** The numbers of those that this process may use, in ascending order. */
    static List<Integer> allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status does not say which processors may be used"));
    }

    /** Reads a list such as {@code 0-2,7}. */
    static List<Integer> parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    /** Binds the current thread, which must be a platform thread. Threads and processes that it starts later inherit that. */
    static void bind(int processor) throws IOException, InterruptedException {
        String tid = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
        Process taskset = new ProcessBuilder("taskset", "-cp", Integer.toString(processor), tid)
                .redirectErrorStream(true).start();
        String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset could not bind a thread to processor " + processor + ": " + said);
        }
    }
}
