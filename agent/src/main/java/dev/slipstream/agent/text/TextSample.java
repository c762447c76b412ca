package dev.slipstream.agent.text;

import java.util.Arrays;

/** Final lengths of builders that were created without a capacity. Not thread-safe. */
final class TextSample {
    private int[] lengths = new int[64];
    private int size;

    /**
     * Adds one builder.
     *
     * @param length in characters
     * @param wide whether it uses two bytes per character
     */
    void add(int length, boolean wide) {
        if (size == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        // The sign is the flag, since lengths are not negative.
        lengths[size++] = wide ? ~length : length;
    }

    int size() {
        return size;
    }

    int length(int index) {
        return lengths[index] < 0 ? ~lengths[index] : lengths[index];
    }

    boolean isWide(int index) {
        return lengths[index] < 0;
    }
}
