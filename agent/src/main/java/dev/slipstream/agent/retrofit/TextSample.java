package dev.slipstream.agent.retrofit;

import java.util.Arrays;

/** Final lengths of builders that were made without a capacity. For use by one thread. */
final class TextSample {
    private int[] lengths = new int[64];
    private int size;

    /**
     * Adds one.
     *
     * @param length in characters
     * @param wide whether it has two bytes for a character
     */
    void add(int length, boolean wide) {
        if (size == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * size);
        }
        // The sign is the flag: a length is not negative.
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
