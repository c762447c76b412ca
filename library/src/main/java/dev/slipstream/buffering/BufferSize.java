package dev.slipstream.buffering;

import java.util.List;
import java.util.Locale;

/**
 * Which size a buffer should have, as {@link BufferSizes} has measured.
 *
 * @param bytes the size
 * @param why in a sentence, with figures
 * @param measured what each size has reached, in ascending order; empty if there was no time to try all
 */
public record BufferSize(int bytes, String why, List<Measured> measured) {
    /** What is usual, java.io's own size among others. */
    private static final int USUAL = 8_192;

    /** Within that of the best, less memory is worth more. */
    private static final double AS_GOOD = 1.05;

    /** Copies. */
    public BufferSize {
        measured = List.copyOf(measured);
    }

    /**
     * What a size has reached, at best.
     *
     * @param bytes the size of the buffer
     * @param readMegabytes millions of bytes that were read in a second
     * @param writtenMegabytes millions of bytes that were written in a second
     */
    public record Measured(int bytes, double readMegabytes, double writtenMegabytes) {
        /** For a byte that is written and read, in microseconds per byte. */
        private double time() {
            return 1 / readMegabytes + 1 / writtenMegabytes;
        }
    }

    /** The smallest that is as good as the best. */
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
