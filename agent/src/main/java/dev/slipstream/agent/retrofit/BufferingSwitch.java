package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The agent's side of the buffering graft, from one activation to its end. For several threads, but for switching. */
final class BufferingSwitch {
    private static final List<String> COUNTERS = List.of("begun", "refused", "served", "returned", "failed");
    private static final List<String> NAMES = List.of("streams", "streamsRefused", "bytesServed", "bytesGivenBack", "failed");

    /** A file that is there, and on no file system of the kernel's own making. */
    private static final String TRIAL = "/lib/modules";

    private static final int TRIAL_BYTES = 64;

    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final BufferingKeeper keeper;

    /** The graft outlives a detach, and what the trial has done is none of the application's. */
    private volatile Map<String, Long> before;

    BufferingSwitch(BiFunction<String, Object, Object> graft, int ageMillis, Watch watch) throws ReflectiveOperationException {
        this.graft = graft;
        files = new BufferingFiles();
        keeper = new BufferingKeeper(graft, files, ageMillis, watch);
        before = absolute();
    }

    /** @throws IllegalStateException if it does not work; says why */
    void activate() throws IOException {
        String path = System.getProperty("java.home").concat(TRIAL);
        boolean permitted;
        try (FileInputStream file = new FileInputStream(path)) {
            permitted = files.learn(file);
        }
        keeper.start();
        graft.apply("active", files);
        long begun = (Long) graft.apply("begun", null);
        trial(path);
        if (permitted && (Long) graft.apply("begun", null) == begun) {
            throw new IllegalStateException("nothing was read ahead of ".concat(path));
        }
        before = absolute();
    }

    private static void trial(String path) throws IOException {
        try (FileInputStream stream = new FileInputStream(path); FileInputStream other = new FileInputStream(path)) {
            byte[] expected = other.readNBytes(TRIAL_BYTES);
            for (byte each : expected) {
                if (stream.read() != (each & 0xff)) {
                    throw new IllegalStateException("read the wrong bytes of ".concat(path));
                }
            }
            if (stream.available() != other.available()) {
                throw new IllegalStateException("did not give back what was read ahead of ".concat(path));
            }
        }
    }

    void giveBack() {
        graft.apply("active", null);
    }

    void close() throws InterruptedException {
        giveBack();
        keeper.close();
    }

    Map<String, Long> counters() {
        Map<String, Long> counters = absolute();
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            counter.setValue(counter.getValue() - before.get(counter.getKey()));
        }
        return counters;
    }

    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = 0; i < COUNTERS.size(); i++) {
            counters.put(NAMES.get(i), (Long) graft.apply(COUNTERS.get(i), null));
        }
        return counters;
    }
}
