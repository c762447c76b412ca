package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that rename themselves and end, or that outnumber the files that a process may open. */
public final class NameChurn {
    private static final int RENAMES = 20;
    private static final int AT_A_TIME = 50;
    private static final int LAST_NUMBER = 10_000;
    private static final int SOME = 2_000;
    private static final long LONG_ENOUGH_MILLIS = 5_000;
    private static final int ALLOWED_FILES = 3;
    private static final int ALLOWED_BYTES_PER_THREAD = 50;

    private NameChurn() {}

    /** Arguments: {@code ends}, {@code reuses} or {@code many}, and the number of threads. */
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "ends" -> ends(threads);
            case "reuses" -> reuses(threads);
            default -> many(threads);
        }
    }

    private static void batch(int count, Runnable task) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(task, "fresh");
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void rename() {
        for (int i = 0; i < RENAMES; i++) {
            Thread.currentThread().setName("name-" + i);
        }
    }

    /** Threads that have ended must leave nothing behind. */
    private static void ends(int threads) throws InterruptedException {
        batch(SOME, NameChurn::rename);
        int filesBefore = files("/proc/self/fd");
        int threadsBefore = files("/proc/self/task");
        long memoryBefore = memory();
        for (int done = 0; done < threads; done += AT_A_TIME) {
            batch(AT_A_TIME, NameChurn::rename);
        }
        long end = System.currentTimeMillis() + LONG_ENOUGH_MILLIS;
        while (files("/proc/self/task") > threadsBefore && System.currentTimeMillis() < end) {
            Thread.sleep(10);
        }
        System.out.println("files " + (files("/proc/self/fd") - filesBefore <= ALLOWED_FILES));
        System.out.println("threads " + (files("/proc/self/task") <= threadsBefore));
        System.out.println("memory " + (memory() - memoryBefore < (long) threads * ALLOWED_BYTES_PER_THREAD));
    }

    private static int files(String folder) {
        String[] names = new File(folder).list();
        return names == null ? -1 : names.length;
    }

    private static long memory() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    /** The kernel reuses thread numbers. A new thread must not get the name of an ended thread with the same number. */
    private static void reuses(int threads) throws IOException, InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        Set<Long> numbers = ConcurrentHashMap.newKeySet();
        int fresh = 0;
        for (int done = 0; done < threads; done += AT_A_TIME) {
            countFrom(LAST_NUMBER);
            batch(AT_A_TIME / 2, NameChurn::rename);
            countFrom(LAST_NUMBER);
            batch(AT_A_TIME / 2, () -> {
                try {
                    numbers.add(NativeName.ownNumber());
                    for (int i = 0; i < 10; i++) {
                        wrong.addAndGet(NativeName.own().equals("fresh") ? 0 : 1);
                        Thread.sleep(1);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            fresh += AT_A_TIME / 2;
        }
        System.out.println("wrong " + wrong);
        System.out.println("reused " + (numbers.size() < fresh / 2));
    }

    private static void countFrom(int number) throws IOException {
        try (FileOutputStream out = new FileOutputStream("/proc/sys/kernel/ns_last_pid")) {
            out.write(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** All threads live at the same time. Each must bear its last name, and the application must still be able to open a file. */
    private static void many(int threads) throws Exception {
        CountDownLatch renamed = new CountDownLatch(threads);
        CountDownLatch end = new CountDownLatch(1);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                rename();
                renamed.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        renamed.await();
        Thread.sleep(500);
        for (String number : new File("/proc/self/task").list()) {
            if (bearsTheLastName(Long.parseLong(number))) {
                numbers.add(Long.parseLong(number));
            }
        }
        System.out.println("named " + numbers.size());
        try (FileInputStream in = new FileInputStream("/proc/self/status")) {
            System.out.println("opened " + (in.read() >= 0));
        }
        end.countDown();
    }

    private static boolean bearsTheLastName(long number) {
        try {
            return NativeName.of(number).equals("name-" + (RENAMES - 1));
        } catch (IOException ended) {
            // A thread of the JVM's own may end.
            return false;
        }
    }
}
