package dev.slipstream.agent.retrofit;

import dev.slipstream.threads.Daemon;
import java.util.function.BiFunction;

/**
 * Looks at some of the builders that the application makes, each about 50 ms after it was made: by then nearly every builder has
 * become its string. What it keeps alive meanwhile is the builders themselves: a few of each tick, for eight ticks.
 */
final class TextSampler {
    private static final long TICK_NANOS = 6_000_000;
    private static final int PER_TICK = 16;

    /** For how many ticks a builder is left alone. */
    private static final int SETTLING_TICKS = 8;

    /**
     * Not counted. The constructor has just been rewritten, so all code that has it built in is compiled once more, and what is not
     * yet compiled makes builders that C2 would spare.
     */
    private static final int WARM_UP_TICKS = 33;
    private static final int COUNTED_TICKS = 50;

    private final BiFunction<String, Object, Object> graft;
    private final Daemon daemon;

    /** @param daemon on which the samples are taken */
    TextSampler(BiFunction<String, Object, Object> graft, Daemon daemon) {
        this.graft = graft;
        this.daemon = daemon;
    }

    /**
     * Takes a sample, which lasts a little more than half a second. The constructor must tell the graft of new builders.
     *
     * @param capacity what a new builder has meanwhile
     * @return null if the thread is to end
     */
    TextSample take(int capacity) {
        TextSample sample = new TextSample();
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

    private void look(StringBuilder[] batch, int capacity, TextSample sample) {
        for (StringBuilder builder : batch) {
            if (builder != null) {
                int length = builder.length();
                // Emptied to be used again, or cut: it has been longer once.
                boolean hasGrown = builder.capacity() > capacity;
                sample.add(hasGrown ? Math.max(length, capacity + 1) : length, (boolean) graft.apply("wide", builder));
            }
        }
    }
}
