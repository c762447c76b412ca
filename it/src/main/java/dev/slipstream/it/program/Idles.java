package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Threads;
import dev.slipstream.it.program.common.VirtualThreads;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Idles, then uses virtual threads, then idles again. Prints Slipstream's threads, and how often they slept within ten seconds of
 * each idle period, by the kernel's count of voluntary context switches. With an argument it renames a thread or reads a file now and
 * then instead, that many times in the ten seconds.
 */
public final class Idles {
    private static final long MILLIS = 10_000;

    /** Renames and reads after which the remedies take over. */
    private static final int FIRST = 20;

    private Idles() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Thread.sleep(2_500);
        for (Thread thread : Threads.ofSlipstream()) {
            System.out.println("thread " + thread.getName() + (thread.isDaemon() ? " daemon" : " not a daemon"));
        }
        if (args.length > 0) {
            long before = switches();
            seldom(Integer.parseInt(args[0]));
            System.out.println("seldom " + (switches() - before));
            return;
        }
        System.out.println("unused " + wakeUps());
        if (VirtualThreads.exist()) {
            VirtualThreads.runPinned(200);
            Thread.sleep(5_000);
            System.out.println("used " + wakeUps());
        }
    }

    private static void seldom(int times) throws Exception {
        try (FileInputStream file = new FileInputStream(System.getProperty("java.home") + "/lib/modules")) {
            for (int i = 0; i < FIRST; i++) {
                Thread.currentThread().setName("at first " + i);
            }
            for (int i = 0; i < times; i++) {
                Thread.currentThread().setName("seldom " + i);
                for (int k = 0; k < FIRST; k++) {
                    file.read();
                }
                Thread.sleep(MILLIS / times);
            }
        }
    }

    private static long wakeUps() throws Exception {
        long before = switches();
        Thread.sleep(MILLIS);
        return switches() - before;
    }

    private static long switches() throws IOException {
        long switches = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                List<String> status = Files.readAllLines(task.resolve("status"));
                // The kernel limits a native name to 15 bytes. Later JDKs shorten a name in its middle.
                if (status.get(0).contains("slipstr")) {
                    switches += status.stream()
                            .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum();
                }
            }
        }
        return switches;
    }
}
