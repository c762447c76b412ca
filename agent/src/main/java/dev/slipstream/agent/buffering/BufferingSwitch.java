package dev.slipstream.agent.buffering;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.agent.plan.Retrofit.Watch;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Agent's side of the buffering graft, from one activation to its end. Safe for concurrent use, except for activation and
 * deactivation.
 */
final class BufferingSwitch {
    private static final List<String> COUNTERS = List.of("begun", "refused", "served", "returned", "failed");
    private static final List<String> NAMES = List.of("streams", "streamsRefused", "bytesServed", "bytesGivenBack", "failed");

    /** File that always exists, and not on a kernel-internal file system. */
    private static final String TRIAL = System.getProperty("java.home").concat("/lib/modules");

    private static final int TRIAL_BYTES = 64;

    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final BufferingKeeper keeper;
    private boolean permitted;

    private final Baseline baseline = new Baseline();

    BufferingSwitch(BiFunction<String, Object, Object> graft, int ageMillis, Watch watch) throws ReflectiveOperationException {
        this.graft = graft;
        files = new BufferingFiles();
        keeper = new BufferingKeeper(graft, files, ageMillis, watch);
        baseline.begin(absolute());
    }

    /** @throws IllegalStateException if the graft does not work; the message says why */
    void activate() throws IOException {
        try (FileInputStream file = new FileInputStream(TRIAL)) {
            permitted = files.learn(file);
        }
        keeper.start();
        graft.apply("active", files);
        String failure = check();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        baseline.begin(absolute());
    }

    /** Returns the failure, or null. */
    String check() throws IOException {
        Map<String, Long> before = absolute();
        long begun = (Long) graft.apply("begun", null);
        String failure;
        graft.apply("trier", Thread.currentThread());
        try {
            failure = trial(TRIAL);
        } finally {
            graft.apply("trier", null);
        }
        baseline.leaveOut(before, absolute());
        return failure == null && permitted && (Long) graft.apply("begun", null) == begun
                ? "nothing was read ahead of ".concat(TRIAL) : failure;
    }

    private static String trial(String path) throws IOException {
        try (FileInputStream stream = new FileInputStream(path); FileInputStream other = new FileInputStream(path)) {
            byte[] expected = other.readNBytes(TRIAL_BYTES);
            for (byte each : expected) {
                if (stream.read() != (each & 0xff)) {
                    return "read the wrong bytes of ".concat(path);
                }
            }
            if (stream.available() != other.available()) {
                return "did not give back what was read ahead of ".concat(path);
            }
            return null;
        }
    }

    void giveBack() {
        graft.apply("active", null);
    }

    void close() {
        giveBack();
        keeper.close();
    }

    Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    private Map<String, Long> absolute() {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = 0; i < COUNTERS.size(); i++) {
            counters.put(NAMES.get(i), (Long) graft.apply(COUNTERS.get(i), null));
        }
        return counters;
    }
}
