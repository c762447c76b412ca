package dev.slipstream.lab.overhead;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Program that always has work: it builds texts, parses them, counts words, renames its threads and reads a file in small pieces,
 * each about as often as an untuned application does. It answers each line of its input with four numbers: the work done, the time,
 * the processor time of the process, and the processor time of the worker threads.
 */
public final class Busy {
    private static final int WORDS = 40;
    private static final int BYTES = 64;
    private static final int EACH = 16;

    private static final LongAdder DONE = new LongAdder();

    private Busy() {}

    /** Runs the program. The argument is the number of worker threads. */
    public static void main(String[] args) throws IOException {
        Path file = Files.write(Files.createTempFile("busy", ".bin"), new byte[BYTES]);
        file.toFile().deleteOnExit();
        Thread[] workers = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(() -> work(file), "worker " + i);
            workers[i].setDaemon(true);
            workers[i].start();
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.out.println(DONE.sum() + " " + System.nanoTime() + " "
                    + ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() + " " + nanos(workers));
        }
    }

    private static long nanos(Thread[] workers) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (Thread worker : workers) {
            nanos += threads.getThreadCpuTime(worker.getId());
        }
        return nanos;
    }

    private static void work(Path file) {
        Map<String, Integer> counts = new HashMap<>();
        for (long request = 0; true; request++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < WORDS; word++) {
                text.append("word").append((request + word) % EACH).append(' ');
            }
            for (String word : text.toString().split(" ")) {
                counts.merge(word, 1, Integer::sum);
            }
            if (request % EACH == 0) {
                Thread.currentThread().setName("request " + request);
            }
            if (request % (EACH * EACH) == 0) {
                read(file);
            }
            DONE.increment();
        }
    }

    private static void read(Path file) {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            while (in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
