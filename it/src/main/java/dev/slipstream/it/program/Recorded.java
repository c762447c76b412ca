package dev.slipstream.it.program;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import jdk.jfr.Recording;

/** Records this JVM as a diagnosis would, and says meanwhile what an observer should find. */
final class Recorded {
    private static final long WARM_UP_MILLIS = 2_000;
    private static final long BURST_MILLIS = 100;
    private static final String BURST = "burst:";

    private Recorded() {
    }

    /**
     * Runs and prints the true share, as {@code share=} a number, and when bursts were, as {@code burst=} two instants.
     *
     * @param arguments the file for the recording, how many milliseconds, and settings as {@code name=value}; with {@code burst:}
     *     before, those of a burst at the beginning and at the end
     * @param paid what was paid so far
     * @param all of how much
     */
    static void record(String[] arguments, LongSupplier paid, LongSupplier all) throws IOException, InterruptedException {
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

    /** The same for threads that take turns. */
    static void record(String[] arguments, Turns... threads) throws IOException, InterruptedException {
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

    /** Starts a thread that waits in a system call until the process ends, as servers have them. */
    static void waiter() {
        Thread thread = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // waits
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }, "waiter");
        thread.setDaemon(true);
        thread.start();
    }
}
