package dev.slipstream.agent.retrofit;

/**
 * What a builder's arrays take, as {@code AbstractStringBuilder} makes them: it doubles its capacity and adds two, or makes it
 * what the text needs, if that is more; and at the first character that needs two bytes it makes an array of twice the bytes.
 *
 * <p>The final length does not tell in how many pieces the text came, so everything is reckoned twice: as if it had come character
 * by character, which takes the most arrays, and as if all of it had come at once, which takes the fewest. An array's header is
 * taken to be 16 bytes, and objects to be aligned to 8, as they are unless an option says otherwise.
 */
final class TextModel {
    /** What a new builder has by itself. */
    static final int STOCK = 16;

    /** What there is to choose from. Beyond that the characters themselves are what a text costs. */
    private static final int[] CAPACITIES = {STOCK, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128};

    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    /** To make a larger array and copy into it takes about as long as to allocate so many bytes more. */
    private static final int BYTES_PER_GROWTH = 64;

    /** A capacity other than the JDK's must save that much, so that what it costs is not a matter of which texts were seen. */
    private static final double WORTH = 0.98;

    /** Whether a new builder has one byte for a character. */
    private final boolean compact;

    TextModel(boolean compact) {
        this.compact = compact;
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

    private static long array(long bytes) {
        return (HEADER + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
