package dev.slipstream.it.program.arenas;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** More threads than processors wait while a session's word is busy. Prints whether they yield, and the outcome of a close. */
public final class ArenaWaiters {
    private static final int PER_PROCESSOR = 4;
    private static final double ENOUGH_MILLIS = 300;

    /** A thread that only spins is preempted at most once per tick of the kernel, which is a millisecond. */
    private static final double MOST_PREEMPTIONS_A_MILLISECOND = 5;

    private ArenaWaiters() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Object session = Sessions.shared();
        Sessions.tryOut();
        Sessions.stripe(session);
        Runnable end = Sessions.makeBusy(session);
        int count = PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        Set<Path> kernelThreads = ConcurrentHashMap.newKeySet();
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread waiter = new Thread(() -> {
                kernelThreads.add(ownFolder());
                Sessions.acquire(session);
                Sessions.release(session);
            });
            waiter.start();
            waiters.add(waiter);
        }
        while (kernelThreads.size() < count) {
            Thread.sleep(1);
        }
        double switches = switchesPerMillisecond(kernelThreads);
        System.out.println(switches > MOST_PREEMPTIONS_A_MILLISECOND ? "yield" : "spin: " + switches + " switches a millisecond");
        end.run();
        for (Thread waiter : waiters) {
            waiter.join();
        }
        Sessions.close(session);
        System.out.println("closed");
    }

    private static Path ownFolder() {
        try {
            return Path.of("/proc/self/task/" + NativeName.ownNumber());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how often runnable waiters are switched out, per millisecond of their processor time. */
    private static double switchesPerMillisecond(Set<Path> threads) throws IOException, InterruptedException {
        double millis = millis(threads);
        long switches = switches(threads);
        double later;
        do {
            Thread.sleep(1);
            later = millis(threads);
        } while (later - millis < ENOUGH_MILLIS);
        return (switches(threads) - switches) / (later - millis);
    }

    private static double millis(Set<Path> threads) throws IOException {
        double millis = 0;
        for (Path thread : threads) {
            millis += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]) / 1e6;
        }
        return millis;
    }

    private static long switches(Set<Path> threads) throws IOException {
        long switches = 0;
        for (Path thread : threads) {
            switches += Files.readAllLines(thread.resolve("status")).stream()
                    .filter(line -> line.startsWith("nonvoluntary_ctxt_switches:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        }
        return switches;
    }
}
