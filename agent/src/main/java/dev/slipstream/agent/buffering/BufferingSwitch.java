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
    private static final String TRIAL = System.getProperty("java.home").concat("/lib/modules");

    private static final int TRIAL_BYTES = 64;

    private final BiFunction<String, Object, Object> graft;
    private final BufferingFiles files;
    private final BufferingKeeper keeper;
    private boolean permitted;

    private final Baseline baseline = new Baseline(BufferingRetrofit.REMEDY);
    private final RecordedCounters recorded = new RecordedCounters(BufferingRetrofit.REMEDY, this);

    BufferingSwitch(BiFunction<String, Object, Object> graft, int ageMillis, Watch watch) throws ReflectiveOperationException {
        this.graft = graft;
        files = new BufferingFiles();
        keeper = new BufferingKeeper(graft, files, ageMillis, watch);
        baseline.begin(absolute());
    }

    /** @throws IllegalStateException if the graft does not work; the message says why */
    @Override
    public String activate() throws IOException {
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
            failure = trial(TRIAL);
        } finally {
            graft.apply("trier", null);
        }
        baseline.leaveOut(before, absolute());
        return failure == null && permitted && (Long) graft.apply("begun", null) == begun
                ? "nothing was read ahead of ".concat(TRIAL) : failure;
    }

    private static @Nullable String trial(String path) throws IOException {
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

    /** Gives back read-ahead bytes while the methods still call the graft. */
    @Override
    public void finish() {
        graft.apply("active", null);
    }

    @Override
    public String deactivate() {
        finish();
        keeper.close();
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
