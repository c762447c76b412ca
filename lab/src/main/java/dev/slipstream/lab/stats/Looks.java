package dev.slipstream.lab.stats;

/**
 * Intervals for a measurement that goes on until it is decided. Who looks again and again until an interval clears the bar will
 * see it clear some day, whatever the truth. So each look spends a part of the error that is allowed to all of them together:
 * the first a half, the second a sixth, the k-th 1 / (k (k + 1)), which adds up to 1.
 */
public final class Looks {
    private Looks() {
    }

    /**
     * How sure a look must be.
     *
     * @param look the number of the look, from 1
     * @return the confidence of its interval, so that all looks together err as seldom as {@link Judgement#CONFIDENCE} allows
     */
    public static double confidence(int look) {
        return 1 - (1 - Judgement.CONFIDENCE) / (look * (look + 1.0));
    }
}
