package dev.slipstream.lab.run;

/**
 * Number of claims that a proof has decided. A scenario counts as a claim for each of its subjects.
 *
 * @param decidedHeadlines the number of decided headline claims
 * @param headlines the number of headline claims
 * @param decided the number of all decided claims
 */
public record Standing(int decidedHeadlines, int headlines, int decided) {

    /** Returns a phrase such as {@code 12 of 29 headline claims decided, 3 others}. */
    @Override
    public String toString() {
        int others = decided - decidedHeadlines;
        return decidedHeadlines + " of " + headlines + " headline claims decided"
                + (others == 0 ? "" : ", " + others + (others == 1 ? " other" : " others"));
    }
}
