package dev.slipstream.diagnose.threads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The threads of a process, as Linux sees them.
 *
 * @param main the initial thread of the process, which keeps the nice value that the process was given
 * @param byId all threads, by thread id in the process's own PID namespace
 */
public record Tasks(Task main, Map<Long, Task> byId) {
    /** Indices of fields in {@code stat}, counted from the one after the name. */
    private static final int NICE = 16;
    private static final int POLICY = 38;

    private static final String NUMBERS = "NSpid:";

    /** Copies the map. */
    public Tasks {
        byId = Map.copyOf(byId);
    }

    /**
     * The scheduling of a thread by Linux.
     *
     * @param nice the nice value, from -20 to 19; a smaller value means more processor time
     * @param policy the policy as numbered by {@code sched_setscheduler}: 0 normal, 3 batch, 5 idle; 1, 2 and 6 real time
     */
    public record Task(int nice, int policy) {
        private static final int BATCH = 3;
        private static final int IDLE = 5;

        /** Returns whether this thread gets more processor time than another. */
        public boolean above(Task other) {
            return other.below(this);
        }

        /** Returns whether this thread gets less processor time than another. */
        public boolean below(Task other) {
            return rank() < other.rank() || (rank() == other.rank() && nice > other.nice);
        }

        private int rank() {
            return switch (policy) {
                case 0 -> 0;
                case BATCH -> -1;
                case IDLE -> -2;
                default -> 1;
            };
        }
    }

    /**
     * Reads the threads of a process.
     *
     * @param process the folder of the process in {@code /proc}
     * @return the threads that have not ended meanwhile
     * @throws IOException if there is no such process, or it may not be inspected
     */
    public static Tasks of(Path process) throws IOException {
        Map<Long, Task> byId = new HashMap<>();
        forEach(process, (number, folder) -> byId.put(number, task(text(folder.resolve("stat")))));
        return new Tasks(task(text(process.resolve("task").resolve(process.getFileName()).resolve("stat"))), byId);
    }

    /** Reads something of each thread of a process. */
    @FunctionalInterface
    interface Reader {
        /**
         * Reads.
         *
         * @param number the thread's id in the process's own PID namespace
         * @param folder its folder in {@code /proc}
         */
        void read(long number, Path folder) throws IOException;
    }

    /** Visits the threads of a process that do not end meanwhile. */
    static void forEach(Path process, Reader reader) throws IOException {
        List<Path> folders;
        try (Stream<Path> listed = Files.list(process.resolve("task"))) {
            folders = listed.toList();
        }
        for (Path folder : folders) {
            try {
                reader.read(ownNumber(text(folder.resolve("status")), folder), folder);
            } catch (IOException e) {
                if (Files.exists(folder)) {
                    throw e;
                }
            }
        }
    }

    /** Returns the thread id in the innermost PID namespace: the last of several for a process in a container. */
    private static long ownNumber(String status, Path folder) {
        return status.lines().filter(line -> line.startsWith(NUMBERS)).findFirst()
                .map(line -> Long.valueOf(line.substring(line.lastIndexOf('\t') + 1)))
                .orElseGet(() -> Long.valueOf(folder.getFileName().toString()));
    }

    /** Parses a {@code stat} line. The name, in parentheses, may itself contain parentheses and line ends; only numbers follow. */
    static Task task(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
        return new Task(Integer.parseInt(fields[NICE]), Integer.parseInt(fields[POLICY]));
    }

    static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length == 0) {
            throw new NoSuchFileException(file.toString());
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
