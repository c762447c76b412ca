package dev.slipstream.it.program.common;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import jdk.jfr.Recording;

/** Records this JVM as a diagnosis would, and prints the truth that an observer should find. */
public final class Recorded {
    private static final long WARM_UP_MILLIS = 2_000;
    private static final long BURST_MILLIS = 100;
    private static final String BURST = "burst:";

    private Recorded() {
    }

    /**
     * Records, and prints the true share as {@code share=} and a number, and the time of each burst as {@code burst=} and two
     * instants.
     *
     * @param arguments the file for the recording, the number of milliseconds, and settings {@code name=value}; those prefixed with
     *     {@code burst:} apply to a burst at the beginning and at the end
     * @param paid returns the cost so far
     * @param all returns the total so far that includes the cost
     */
    public static void record(String[] arguments, LongSupplier paid, LongSupplier all) throws IOException, InterruptedException {
        Map<String, String> steady = new HashMap<>();
        Map<String, String> burst = new HashMap<>();
        for (int i = 2; i < arguments.length; i++) {
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
            long paidBefore = paid.getAsLong();
            long allBefore = all.getAsLong();
            Thread.sleep(Long.parseLong(arguments[1]));
            double share = (double) (paid.getAsLong() - paidBefore) / (all.getAsLong() - allBefore);
            burst(burst);
            recording.stop();
            recording.dump(Path.of(arguments[0]));
            System.out.println("share=" + share);
        }
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
        record(arguments, () -> sum(threads, true), () -> sum(threads, false));
    }

    private static long sum(Turns[] threads, boolean paid) {
        long sum = 0;
        for (Turns thread : threads) {
            sum += paid ? thread.paid() : thread.all();
        }
        return sum;
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
