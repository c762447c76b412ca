package dev.slipstream.it.program.common;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import jdk.jfr.Recording;

/** Records this JVM as a diagnosis would, and prints the truth that an observer should find. */
public final class Recorded {
    private static final long WARM_UP_MILLIS = 2_000;
    private static final long BURST_MILLIS = 100;
    private static final String BURST = "burst:";
    private static final String BY = "by=";

    private Recorded() {}

    /**
     * Work that was done so far.
     *
     * @param paid the cost
     * @param all the total that includes the cost
     * @param spent the part of the total that {@code units} take
     * @param units the number of pieces of work
     */
    public record Work(long paid, long all, long spent, long units) {}

    /**
     * Records, and prints the true share as {@code share=} and a number, and the time of each burst as {@code burst=} and two
     * instants. Prints what a piece of work took as {@code unit=}, and what all took, as part of the total, as {@code part=}.
     *
     * @param arguments the file for the recording, the number of milliseconds, and settings {@code name=value}; those prefixed with
     *     {@code burst:} apply to a burst at the beginning and at the end
     * @param work returns the work so far
     */
    public static void record(String[] arguments, Supplier<Work> work) throws IOException, InterruptedException {
        Map<String, String> steady = new HashMap<>();
        Map<String, String> burst = new HashMap<>();
        for (int i = 2; i < arguments.length; i++) {
            if (arguments[i].startsWith(BY)) {
                continue;
            }
            boolean inBurst = arguments[i].startsWith(BURST);
            String setting = inBurst ? arguments[i].substring(BURST.length()) : arguments[i];
            int equals = setting.indexOf('=');
            (inBurst ? burst : steady).put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        Thread.sleep(WARM_UP_MILLIS);
        try (Recording recording = new Recording()) {
            recording.setSettings(steady);
            recording.start();
            System.out.println("ready");
            burst(burst);
            Work before = work.get();
            Thread.sleep(Long.parseLong(arguments[1]));
            Work after = work.get();
            burst(burst);
            recording.stop();
            recording.dump(Path.of(arguments[0]));
            double all = after.all - before.all;
            double spent = after.spent - before.spent;
            System.out.println("unit=" + spent / (after.units - before.units) + " part=" + spent / all);
            System.out.println("share=" + (after.paid - before.paid) / all);
        }
    }

    /** As {@link #record(String[], Supplier)}, without pieces of work. */
    public static void record(String[] arguments, LongSupplier paid, LongSupplier all) throws IOException, InterruptedException {
        record(arguments, () -> new Work(paid.getAsLong(), all.getAsLong(), 0, 0));
    }

    /** Returns the kind of the cost, which the argument {@code by=} names; empty without one. */
    public static String by(String[] arguments) {
        return Stream.of(arguments).filter(argument -> argument.startsWith(BY)).map(argument -> argument.substring(BY.length()))
                .findFirst().orElse("");
    }

    private static void burst(Map<String, String> settings) throws InterruptedException {
        if (settings.isEmpty()) {
            return;
        }
        try (Recording recording = new Recording()) {
            recording.setSettings(settings);
            recording.start();
            Instant from = Instant.now();
            Thread.sleep(BURST_MILLIS);
            System.out.println("burst=" + from + " " + Instant.now());
        }
    }

    /** Starts threads that take turns, and records them. */
    public static void record(String[] arguments, Turns... threads) throws IOException, InterruptedException {
        for (Turns thread : threads) {
            thread.start();
        }
        record(arguments, () -> sum(threads));
    }

    /** Returns what threads that take turns have done together. */
    public static Work sum(Turns... threads) {
        long paid = 0;
        long all = 0;
        long runs = 0;
        for (Turns thread : threads) {
            paid += thread.paid();
            all += thread.all();
            runs += thread.runs();
        }
        return new Work(paid, all, paid, runs);
    }

    /** Starts a thread that waits in a system call until the process ends, as servers do. */
    public static void waiter() {
        Thread thread = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Waits for the end.
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }, "waiter");
        thread.setDaemon(true);
        thread.start();
    }
}
