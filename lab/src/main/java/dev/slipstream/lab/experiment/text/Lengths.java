package dev.slipstream.lab.experiment.text;

import java.util.SplittableRandom;

/**
 * Final lengths of a program's texts: the two distributions published with JDK-8260030, as shares of four buckets. Assumes that all
 * lengths in a bucket are equally frequent, and that lengths of at least 64 are below 128.
 */
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
