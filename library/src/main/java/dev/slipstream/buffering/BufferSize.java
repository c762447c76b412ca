package dev.slipstream.buffering;

import java.util.List;
import java.util.Locale;

/**
 * Recommended size of a buffer, as measured by {@link BufferSizes}.
 *
 * @param bytes the recommended size
 * @param why the reason, in a sentence with figures
 * @param measured the throughput of each size, sizes in ascending order; empty if there was no time to try all of them
 * @since 1.0.0
 */
public record BufferSize(int bytes, String why, List<Measured> measured) {
    /** The customary size, which java.io uses too. */
    private static final int USUAL = 8_192;

    /** Factor of the best time within which a smaller buffer is preferred. */
    private static final double AS_GOOD = 1.05;

    /** Copies the list. */
    public BufferSize {
        measured = List.copyOf(measured);
    }

    /**
     * Best throughput of one size.
     *
     * @param bytes the size of the buffer
     * @param readMegabytes millions of bytes read per second
     * @param writtenMegabytes millions of bytes written per second
     */
    public record Measured(int bytes, double readMegabytes, double writtenMegabytes) {
        /** Returns the time to write and read a byte, in microseconds. */
        private double time() {
            return 1 / readMegabytes + 1 / writtenMegabytes;
        }
    }

    /** Recommends the smallest size that is about as good as the best. */
    static BufferSize of(List<Measured> measured, int rounds) {
        if (measured.isEmpty()) {
            return new BufferSize(USUAL, "the usual " + USUAL + " bytes, since there was no time to try all sizes once",
                    measured);
        }
        double best = measured.stream().mapToDouble(Measured::time).min().orElseThrow();
        int chosen = 0;
        while (measured.get(chosen).time() > AS_GOOD * best) {
            chosen++;
        }
        Measured size = measured.get(chosen);
        StringBuilder why = new StringBuilder(String.format(Locale.ROOT,
                "%d bytes: the smallest within %.0f %% of the best, in %d rounds (read %.0f MB/s, written %.0f MB/s",
                size.bytes(), 100 * AS_GOOD - 100, rounds, size.readMegabytes(), size.writtenMegabytes()));
        if (chosen > 0) {
            compare(measured.get(chosen - 1), size, why);
        }
        if (chosen < measured.size() - 1) {
            compare(measured.get(measured.size() - 1), size, why);
        }
        return new BufferSize(size.bytes(), why.append(')').toString(), measured);
    }

    private static void compare(Measured other, Measured chosen, StringBuilder why) {
        double more = 100 * (other.time() / chosen.time() - 1);
        why.append(String.format(Locale.ROOT, "; with %d bytes the same takes %.0f %% %s", other.bytes(), Math.abs(more),
                more < 0 ? "less" : "more"));
    }
}
