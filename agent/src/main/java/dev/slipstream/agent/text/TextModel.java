package dev.slipstream.agent.text;

import dev.slipstream.agent.plan.Switch;
import java.util.Arrays;

/**
 * Cost model of a builder's arrays, as {@code AbstractStringBuilder} allocates them. It doubles the capacity and adds two, or
 * allocates what the text needs, if that is more. At the first character that needs two bytes it allocates an array of twice the
 * bytes.
 *
 * <p>The final length does not show in how many pieces the text was appended. So every cost is computed twice: as if the text had
 * been appended character by character, which takes the most arrays, and as if all of it had been appended at once, which takes the
 * fewest.
 */
final class TextModel {
    /** Capacity of a new builder in the JDK, in characters. */
    static final int STOCK = 16;

    /** Candidate capacities. Beyond these the characters themselves dominate the cost of a text. */
    private static final int[] CAPACITIES = {STOCK, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128};

    /**
     * Cost of one growth in bytes: allocating a larger array and copying takes about as long as allocating this many more bytes.
     */
    private static final int BYTES_PER_GROWTH = 64;

    /**
     * Largest ratio of new to old cost at which a change is worthwhile, so that the choice does not depend on which texts were
     * sampled.
     */
    private static final double WORTH = 0.98;

    /** Whether a new builder uses one byte per character. */
    private final boolean compact;
    private final long header;
    private final long alignment;

    /**
     * Creates a model for a JVM.
     *
     * @param header of an array of bytes, in bytes
     * @param alignment of objects, in bytes
     */
    TextModel(boolean compact, long header, long alignment) {
        this.compact = compact;
        this.header = header;
        this.alignment = alignment;
    }

    /** Returns the model for this JVM: options determine the header size and the alignment of objects. */
    static TextModel here(boolean compact, Switch.Callback callback) {
        long empty = callback.sizeOf(new byte[0]);
        int free = 0;
        while (callback.sizeOf(new byte[free + 1]) == empty) {
            free++;
        }
        return new TextModel(compact, empty - free, callback.sizeOf(new byte[free + 1]) - empty);
    }

    /**
     * Cost of the arrays of one or several builders.
     *
     * @param most their bytes if every text was appended character by character
     * @param fewest their bytes if every text was appended at once
     * @param growths how many arrays replaced a smaller one, the mean of both
     */
    record Cost(long most, long fewest, double growths) {
        Cost plus(Cost other) {
            return new Cost(most + other.most, fewest + other.fewest, growths + other.growths);
        }

        long bytes() {
            return (most + fewest) / 2;
        }

        private boolean isWorth(Cost stock) {
            return most <= WORTH * stock.most && fewest <= WORTH * stock.fewest;
        }

        private double inBytes() {
            return (most + fewest) / 2.0 + BYTES_PER_GROWTH * growths;
        }
    }

    /**
     * Returns the least costly capacity among the JDK's and those whose arrays take at most {@link #WORTH} of the bytes of the
     * JDK's, however the texts were appended.
     */
    int best(Sample sample) {
        Cost stock = cost(STOCK, sample);
        int best = STOCK;
        double least = stock.inBytes();
        for (int capacity : CAPACITIES) {
            Cost cost = cost(capacity, sample);
            if (cost.isWorth(stock) && cost.inBytes() < least) {
                best = capacity;
                least = cost.inBytes();
            }
        }
        return best;
    }

    /**
     * Returns the best capacity, or the present one if it is about as good. A change makes the JVM discard all compiled code that
     * appends, so the capacity must not oscillate with the texts that happen to be sampled.
     */
    int next(Sample sample, int present) {
        int best = best(sample);
        Cost now = cost(present, sample);
        boolean isWorth = present == STOCK || now.isWorth(cost(STOCK, sample));
        return isWorth && WORTH * now.inBytes() <= cost(best, sample).inBytes() ? present : best;
    }

    Cost cost(int capacity, Sample sample) {
        Cost sum = new Cost(0, 0, 0);
        for (int i = 0; i < sample.size(); i++) {
            sum = sum.plus(cost(capacity, sample.length(i), sample.isWide(i)));
        }
        return sum;
    }

    private Cost cost(int capacity, int length, boolean wide) {
        int bytesPerChar = wide || !compact ? 2 : 1;
        long most = array(compact ? capacity : 2L * capacity);
        long fewest = most;
        double growths = 0;
        boolean inflates = wide && compact;
        if (inflates) {
            most += array(2L * capacity);
            growths++;
        }
        int steps = 0;
        long reached = capacity;
        while (reached < length) {
            reached = 2 * reached + 2;
            most += array(bytesPerChar * reached);
            steps++;
        }
        if (steps > 0 || inflates) {
            fewest += array(bytesPerChar * (steps == 0 ? capacity : Math.max(2L * capacity + 2, length)));
        }
        return new Cost(most, fewest, growths + (steps + Math.min(steps, 1)) / 2.0);
    }

    private long array(long bytes) {
        return (header + bytes + alignment - 1) / alignment * alignment;
    }

    /** Final lengths of builders that were created without a capacity. Not thread-safe. */
    static final class Sample {
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
}
