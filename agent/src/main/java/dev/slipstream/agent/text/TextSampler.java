package dev.slipstream.agent.text;

import dev.slipstream.threads.Daemon;
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
     * Ticks that are not counted. The constructor has just been rewritten, so all code that has inlined it is recompiled, and code
     * not yet compiled creates builders that C2 would eliminate.
     */
    private static final int WARM_UP_TICKS = 33;
    private static final int COUNTED_TICKS = 50;

    private final BiFunction<String, Object, Object> graft;
    private final Daemon daemon;

    /** @param daemon the thread that takes the samples */
    TextSampler(BiFunction<String, Object, Object> graft, Daemon daemon) {
        this.graft = graft;
        this.daemon = daemon;
    }

    /**
     * Takes a sample, which lasts a little more than half a second. The constructor must notify the graft of new builders.
     *
     * @param capacity the capacity of a new builder in that time
     * @return null if the thread should end
     */
    TextModel.Sample take(int capacity) {
        TextModel.Sample sample = new TextModel.Sample();
        StringBuilder[][] batches = new StringBuilder[SETTLING_TICKS][];
        try {
            for (int tick = 0; tick < WARM_UP_TICKS + COUNTED_TICKS + SETTLING_TICKS; tick++) {
                int turn = tick % SETTLING_TICKS;
                if (tick - SETTLING_TICKS >= WARM_UP_TICKS) {
                    look(batches[turn], capacity, sample);
                }
                batches[turn] = tick < WARM_UP_TICKS + COUNTED_TICKS ? new StringBuilder[PER_TICK] : null;
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
