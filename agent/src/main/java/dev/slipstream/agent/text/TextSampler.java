package dev.slipstream.agent.text;

import dev.slipstream.runtime.threads.Daemon;
import java.util.function.BiFunction;

/**
 * Samples some of the application's builders, each about 50 ms after its creation: by then nearly every builder has become its
 * string. In the meantime it keeps only the builders themselves alive: a few per tick, for eight ticks.
 */
final class TextSampler {
    private static final long TICK_NANOS = 6_000_000;
    private static final int PER_TICK = 16;

    /** Ticks between the creation of a builder and its inspection. */
    private static final int SETTLING_TICKS = 8;

    /**
     * Time that is not counted. The constructor has just been rewritten, so all code that has inlined it is recompiled, and code
     * not yet compiled creates builders that C2 would eliminate.
     */
    private static final long WARM_UP_NANOS = 200_000_000;
    private static final int COUNTED_TICKS = 50;

    /** More than the graft leaves out between two builders that it takes. */
    private static final int OWN_BUILDERS = 64;

    /** @see "java.lang.TextGraft" */
    private final BiFunction<String, Object, Object> graft;
    private final Daemon daemon;
    private boolean isTold = true;

    /** @param daemon the thread that takes the samples */
    TextSampler(BiFunction<String, Object, Object> graft, Daemon daemon) {
        this.graft = graft;
        this.daemon = daemon;
    }

    /**
     * Takes a sample, which lasts a little more than half a second. The constructor must notify the graft of new builders. Where none
     * comes at first, the sample ends at once, and is empty: the ticks would wake an idle JVM.
     *
     * @param capacity the capacity of a new builder in that time
     * @return null if the thread should end
     */
    TextModel.Sample take(int capacity) {
        TextModel.Sample sample = new TextModel.Sample();
        StringBuilder[][] batches = new StringBuilder[SETTLING_TICKS][];
        try {
            StringBuilder[] first = new StringBuilder[PER_TICK];
            graft.apply("batch", first);
            if (!daemon.pause(WARM_UP_NANOS)) {
                return null;
            }
            int ticks = first[0] == null ? 0 : COUNTED_TICKS + SETTLING_TICKS;
            isTold = ticks > 0 || isToldOfOurs(first);
            for (int tick = 0; tick < ticks; tick++) {
                int turn = tick % SETTLING_TICKS;
                if (tick >= SETTLING_TICKS) {
                    look(batches[turn], capacity, sample);
                }
                batches[turn] = tick < COUNTED_TICKS ? new StringBuilder[PER_TICK] : null;
                graft.apply("batch", batches[turn]);
                if (!daemon.pause(TICK_NANOS)) {
                    return null;
                }
            }
        } finally {
            graft.apply("batch", null);
        }
        return sample;
    }

    /** Returns whether the constructor notified the graft of a builder in the last sample. */
    boolean isTold() {
        return isTold;
    }

    private static boolean isToldOfOurs(StringBuilder[] batch) {
        for (int i = 0; i < OWN_BUILDERS && batch[0] == null; i++) {
            new StringBuilder().append(i);
        }
        return batch[0] != null;
    }

    private void look(StringBuilder[] batch, int capacity, TextModel.Sample sample) {
        for (StringBuilder builder : batch) {
            if (builder != null) {
                int length = builder.length();
                // Emptied for reuse, or truncated: the builder was longer before.
                boolean hasGrown = builder.capacity() > capacity;
                sample.add(hasGrown ? Math.max(length, capacity + 1) : length, (boolean) graft.apply("wide", builder));
            }
        }
    }
}
