package dev.slipstream.lab.stats;

/**
 * Confidence levels for a measurement that goes on until it is decided. With enough looks some interval clears the bar, whatever
 * the truth. So each look spends a part of the error that all looks together may make: the first a half, the second a sixth, the
 * k-th 1 / (k (k + 1)), which adds up to 1.
 */
public final class Looks {
    private Looks() {
    }

    /**
     * Returns the confidence that a look requires.
     *
     * @param look the number of the look, from 1
     * @return the confidence of its interval with which all looks together err as seldom as {@link Judgement#CONFIDENCE} allows
     */
    public static double confidence(int look) {
        return 1 - (1 - Judgement.CONFIDENCE) / (look * (look + 1.0));
    }
}
