package dev.slipstream.agent.text;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.runtime.threads.Daemon;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Agent's side of the text graft: the capacity in force and, unless that is fixed, a thread that sleeps and now and then takes a
 * sample and chooses anew.
 */
final class TextSwitch implements Switch, Runnable {
    static final String THREAD = "slipstream-text";

    /** The first samples follow each other soon, since an application's start-up differs from its later behaviour. */
    private static final long[] FIRST_PAUSES_MILLIS = {800, 9_000, 50_000};

    /** Smallest sample that counts: if an application creates fewer builders, their cost does not matter. */
    private static final int LEAST_SAMPLE = 100;

    /**
     * Rounds of creating empty texts. The first hundreds make C1 compile the code that creates them; the compiled code then
     * profiles the others.
     */
    private static final int EMPTY_ROUNDS = 12;
    private static final int EMPTY_TEXTS = 250;
    private static final long ROUND_NANOS = 5_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** @see "java.lang.TextGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final Callback callback;
    private final List<MethodEdit> growing;
    private final long intervalMillis;
    private final @Nullable Daemon daemon;
    private final RecordedCounters recorded = new RecordedCounters(TextRetrofit.REMEDY, this);
    private volatile int capacity;

    private long windows;
    private long sampled;
    private long changes;
    private long stockBytes;
    private long bytes;

    /**
     * Creates the switch, with a thread if there is an interval.
     *
     * @param growing edits to the appending methods when the capacity changes
     * @param capacity the capacity in force once the methods are rewritten
     * @param intervalMillis from one sample to the next, or 0 for none
     */
    TextSwitch(BiFunction<String, Object, Object> graft, Callback callback, List<MethodEdit> growing, int capacity,
            long intervalMillis) {
        this.graft = graft;
        this.callback = callback;
        this.growing = growing;
        this.capacity = capacity;
        this.intervalMillis = intervalMillis;
        daemon = intervalMillis == 0 ? null : new Daemon(THREAD, this);
    }

    /** Runs the self-test and starts the thread. */
    @Override
    public String activate() {
        String failure = selfTest();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        if (daemon != null) {
            daemon.start();
        }
        recorded.joinWhenRecording();
        return "";
    }

    @Override
    public @Nullable String check() {
        return selfTest();
    }

    private @Nullable String selfTest() {
        int shown = new StringBuilder().capacity();
        return shown == capacity ? null : "a new StringBuilder has a capacity of " + shown + ", not " + capacity;
    }

    @Override
    @SuppressWarnings("NullAway") // Called by the daemon.
    public void run() {
        try {
            TextSampler sampler = new TextSampler(graft, daemon);
            TextModel model = TextModel.here((boolean) graft.apply("compact", null), callback);
            makeEmptyTexts();
            boolean goesOn = true;
            while (goesOn && daemon.pause(NANOS_PER_MILLI * pause())) {
                goesOn = follow(sampler, model);
            }
        } catch (RuntimeException | Error e) {
            callback.undo(e.toString());
        }
    }

    /**
     * Restores a lost profile. The JIT compilers discard the profiles of a rewritten class, and C2 omits branches that have never
     * been taken. From JDK 25 on {@code toString} starts with the test whether the text is empty. If C2 omits that branch, and
     * builders do not grow, a loop that appends and the subsequent string creation take a seventh longer.
     */
    @SuppressWarnings("NullAway") // The same.
    private void makeEmptyTexts() {
        for (int round = 0; round < EMPTY_ROUNDS; round++) {
            for (int i = 0; i < EMPTY_TEXTS; i++) {
                new StringBuilder().toString();
            }
            daemon.pause(ROUND_NANOS);
        }
    }

    private boolean askAgain() {
        if (!callback.rewrite(TextRetrofit.asking())) {
            return false;
        }
        makeEmptyTexts();
        return true;
    }

    private long pause() {
        return windows < FIRST_PAUSES_MILLIS.length ? Math.min(FIRST_PAUSES_MILLIS[(int) windows], intervalMillis)
                : intervalMillis;
    }

    /**
     * Takes one sample and chooses the capacity. The graft is rewritten twice: a single rewriting ends the sampling and sets the
     * capacity.
     */
    private boolean follow(TextSampler sampler, TextModel model) {
        if ((!sampler.isTold() && !askAgain()) || !callback.rewrite(TextRetrofit.sampling(capacity))) {
            return false;
        }
        TextModel.Sample sample = sampler.take(capacity);
        if (sample == null) {
            return false;
        }
        int next = sample.size() < LEAST_SAMPLE ? capacity : model.next(sample, capacity);
        if (!callback.rewrite(next == capacity ? TextRetrofit.constant(next) : TextRetrofit.change(next, growing))) {
            return false;
        }
        count(sample.size(), next, model.cost(TextModel.STOCK, sample).bytes(), model.cost(capacity, sample).bytes());
        return isThere();
    }

    /**
     * Checks the capacity in force. A constructor that another agent has rewritten no longer queries the graft until it is
     * rewritten once more.
     */
    private boolean isThere() {
        if (selfTest() == null) {
            return true;
        }
        if (!askAgain()) {
            return false;
        }
        String failure = selfTest();
        if (failure != null) {
            callback.undo(failure);
        }
        return failure == null;
    }

    private synchronized void count(int size, int next, long stock, long ours) {
        windows++;
        sampled += size;
        stockBytes += stock;
        bytes += ours;
        if (next != capacity) {
            changes++;
            capacity = next;
        }
    }

    /** Ends the thread before the constructor is restored, since the thread would rewrite it once more. */
    @Override
    public void finish() {
        if (daemon != null) {
            daemon.close();
        }
    }

    @Override
    public String deactivate() {
        recorded.leave();
        return "";
    }

    @Override
    public synchronized Map<String, Long> counters() {
        return TextRetrofit.REMEDY.counted(capacity, changes, windows, sampled, stockBytes, bytes);
    }
}
