package dev.slipstream.agent.buffering;

import dev.slipstream.agent.counters.Baseline;
import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Agent's side of the buffering graft. Safe for concurrent use, except for activation and deactivation. */
final class BufferingSwitch implements Switch {
    /** File that always exists, and not on a kernel-internal file system. */
    private static final String SELF_TEST_FILE = System.getProperty("java.home").concat("/lib/modules");

    private static final int SELF_TEST_BYTES = 64;

    /** @see "java.io.BufferingGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final BufferingClock clock;
    private boolean permitted;

    private final Baseline baseline = new Baseline(BufferingRetrofit.REMEDY);
    private final RecordedCounters recorded = new RecordedCounters(BufferingRetrofit.REMEDY, this);

    BufferingSwitch(BiFunction<String, Object, Object> graft, int ageMillis, Callback callback)
            throws ReflectiveOperationException {
        this.graft = graft;
        files = new BufferingFiles();
        clock = new BufferingClock(graft, files, ageMillis, callback);
        baseline.begin(absolute());
    }

    /** @throws IllegalStateException if the graft does not work; the message says why */
    @Override
    public String activate() throws IOException {
        try (FileInputStream file = new FileInputStream(SELF_TEST_FILE)) {
            permitted = files.learn(file);
        }
        clock.start();
        graft.apply("active", files);
        String failure = check();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        baseline.begin(absolute());
        recorded.joinWhenRecording();
        return "";
    }

    @Override
    public @Nullable String check() throws IOException {
        Map<String, Long> before = absolute();
        long begun = (Long) graft.apply("begun", null);
        String failure;
        graft.apply("trier", Thread.currentThread());
        try {
            failure = selfTest(SELF_TEST_FILE);
        } finally {
            graft.apply("trier", null);
        }
        baseline.leaveOut(before, absolute());
        return failure == null && permitted && (Long) graft.apply("begun", null) == begun
                ? "nothing was read ahead of ".concat(SELF_TEST_FILE) : failure;
    }

    private static @Nullable String selfTest(String path) throws IOException {
        try (FileInputStream stream = new FileInputStream(path); FileInputStream other = new FileInputStream(path)) {
            byte[] expected = other.readNBytes(SELF_TEST_BYTES);
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

    /** Gives back read-ahead bytes while the methods still call the graft. */
    @Override
    public void finish() {
        graft.apply("active", null);
    }

    @Override
    public String deactivate() {
        finish();
        clock.close();
        recorded.leave();
        return "";
    }

    @Override
    public Map<String, Long> counters() {
        return baseline.since(absolute());
    }

    private Map<String, Long> absolute() {
        return BufferingRetrofit.REMEDY.counted(count("begun"), count("refused"), count("served"), count("returned"),
                count("failed"));
    }

    private long count(String counter) {
        return (Long) graft.apply(counter, null);
    }
}
