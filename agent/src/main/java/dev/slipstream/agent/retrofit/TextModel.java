package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;

/**
 * What a builder's arrays take, as {@code AbstractStringBuilder} makes them: it doubles its capacity and adds two, or makes it
 * what the text needs, if that is more; and at the first character that needs two bytes it makes an array of twice the bytes.
 *
 * <p>The final length does not tell in how many pieces the text came, so everything is reckoned twice: as if it had come
 * character by character, which takes the most arrays, and as if all of it had come at once, which takes the fewest.
 */
final class TextModel {
    /** What a new builder has by itself. */
    static final int STOCK = 16;

    /** What there is to choose from. Beyond that the characters themselves are what a text costs. */
    private static final int[] CAPACITIES = {STOCK, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128};

    /** To make a larger array and copy into it takes about as long as to allocate so many bytes more. */
    private static final int BYTES_PER_GROWTH = 64;

    /** A capacity other than the JDK's must save that much, so that what it costs is not a matter of which texts were seen. */
    private static final double WORTH = 0.98;

    /** Whether a new builder has one byte for a character. */
    private final boolean compact;
    private final long header;
    private final long alignment;

    /**
     * For a JVM.
     *
     * @param header of an array of bytes, in bytes
     * @param alignment of objects, in bytes
     */
    TextModel(boolean compact, long header, long alignment) {
        this.compact = compact;
        this.header = header;
        this.alignment = alignment;
    }

    /** For this JVM: options decide how large a header is, and how objects are aligned. */
    static TextModel here(boolean compact, Watch watch) {
        long empty = watch.sizeOf(new byte[0]);
        int free = 0;
        while (watch.sizeOf(new byte[free + 1]) == empty) {
            free++;
        }
        return new TextModel(compact, empty - free, watch.sizeOf(new byte[free + 1]) - empty);
    }

    /**
     * The arrays of one or several builders.
     *
     * @param most their bytes if every text came character by character
     * @param fewest their bytes if every text came at once
     * @param growths how many arrays took the place of a smaller one, the mean of both
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

    /** The capacity that costs least among those that take no more bytes than the JDK's, however the texts came. */
    int best(TextSample sample) {
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
     * The best, unless the one that is in force is worth as much: a change has the JVM drop all compiled code that appends, so it
     * must not go to and fro with the texts that happen to be seen.
     */
    int next(TextSample sample, int present) {
        int best = best(sample);
        Cost now = cost(present, sample);
        boolean isWorth = present == STOCK || now.isWorth(cost(STOCK, sample));
        return isWorth && WORTH * now.inBytes() <= cost(best, sample).inBytes() ? present : best;
    }

    Cost cost(int capacity, TextSample sample) {
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
}
