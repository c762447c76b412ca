package dev.slipstream.lab.experiment.text;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Program that replays published lengths of texts with a {@link StringBuilder} of each capacity. It prints the number of
 * reallocations and the bytes allocated, computed from the builder's growth policy. Passes if the JVM allocates the computed number
 * of bytes.
 */
public final class Replay {
    private static final int[] CAPACITIES = {16, 32, 48, 64, 128};
    private static final int COUNT = 100_000;

    /** Bytes of a builder, and the alignment of objects. */
    private static final int BUILDER = 24;

    private static final int ALIGNMENT = 8;

    /** Bytes of an array without its elements, with ordinary and with compact object headers; JDK 28 has the latter. */
    static final int ARRAY = 16;

    private static final int COMPACT_ARRAY = 12;

    /** Allows for the JVM's own allocation. */
    private static final double TOLERANCE = 0.02;

    private static final String LETTERS = "x".repeat(128);

    /** Publishes each builder, so that the JIT compiler cannot eliminate it. */
    private static volatile StringBuilder kept;

    private static volatile byte[] four;

    private Replay() {}

    /**
     * The totals for all texts at one capacity.
     *
     * @param reallocations the number of reallocations
     * @param bytes the bytes allocated, not including the final strings
     */
    record Outcome(long reallocations, long bytes) {}

    /** Computes the growth by single characters: a full builder grows to twice its capacity plus two. */
    static Outcome at(int capacity, int[] lengths, int header) {
        long reallocations = 0;
        long bytes = 0;
        for (int length : lengths) {
            int room = capacity;
            bytes += BUILDER + array(room, header);
            while (room < length) {
                room = 2 * room + 2;
                reallocations++;
                bytes += array(room, header);
            }
        }
        return new Outcome(reallocations, bytes);
    }

    private static int array(int length, int header) {
        return (header + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /**
     * Prints the table, then the verdict.
     *
     * @param args none
     */
    public static void main(String[] args) {
        boolean right = true;
        int header = Garbage.allocatedPerTurn(turn -> four = new byte[4], COUNT) < array(4, ARRAY) - 1 ? COMPACT_ARRAY : ARRAY;
        System.out.println("lengths              capacity  reallocations/text  avoided  bytes/text  measured");
        for (Lengths distribution : Lengths.values()) {
            int[] lengths = distribution.some(COUNT);
            long most = at(CAPACITIES[0], lengths, header).reallocations();
            for (int capacity : CAPACITIES) {
                Outcome outcome = at(capacity, lengths, header);
                double computed = outcome.bytes() / (double) COUNT;
                double measured = Garbage.allocatedPerTurn(turn -> build(capacity, lengths[turn]), COUNT);
                right &= Math.abs(measured / computed - 1) <= TOLERANCE;
                System.out.println(String.format(Locale.ROOT, "%-20s %8d %19.3f %7.1f%% %11.1f %9.1f", distribution, capacity,
                        outcome.reallocations() / (double) COUNT,
                        100 - 100.0 * outcome.reallocations() / most, computed, measured));
            }
        }
        System.out.println(right ? "PASS" : "computed and measured differ");
        System.exit(right ? 0 : 1);
    }

    private static void build(int capacity, int length) {
        StringBuilder builder = new StringBuilder(capacity);
        for (int i = 0; i < length; i++) {
            builder.append(LETTERS.charAt(i));
        }
        kept = builder;
    }

    /**
     * Final lengths of a program's texts: the two distributions published with JDK-8260030, as shares of four buckets. Assumes that
     * all lengths in a bucket are equally frequent, and that lengths of at least 64 are below 128.
     */
    @SuppressWarnings({"EnumOrdinal", "ImmutableEnumChecker"})
    enum Lengths {
        /** The distribution of {@code java -version}. */
        VERSION("84/10/4 percent", 84, 10, 4, 2),
        /** The distribution of another program. */
        OTHER("49/47/0 percent", 49, 47, 0, 4);

        private static final int[] ENDS = {1, 32, 48, 64, 128};

        private final String words;
        private final int[] percent;

        Lengths(String words, int... percent) {
            this.words = words;
            this.percent = percent;
        }

        /** Returns {@code count} lengths drawn from the distribution, with a fixed seed. */
        int[] some(int count) {
            SplittableRandom random = new SplittableRandom(ordinal());
            int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                int bucket = bucket(random.nextInt(100));
                lengths[i] = random.nextInt(ENDS[bucket], ENDS[bucket + 1]);
            }
            return lengths;
        }

        private int bucket(int share) {
            int bucket = 0;
            int rest = share;
            while (rest >= percent[bucket]) {
                rest -= percent[bucket++];
            }
            return bucket;
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
