package dev.slipstream.lab;

/** How much time an experiment may take. */
public enum Size {
    /** The fewest pairs that allow a verdict, and small workloads where a stock JDK is slow. */
    QUICK(3),
    /** About ten minutes on two cores. */
    DEFAULT(3),
    /** More pairs, and the stock JDK also where it takes minutes. */
    FULL(7);

    private final int pairs;

    Size(int pairs) {
        this.pairs = pairs;
    }

    /**
     * How many pairs are measured unless a number was asked for.
     *
     * @return at least 3
     */
    public int pairs() {
        return pairs;
    }
}
