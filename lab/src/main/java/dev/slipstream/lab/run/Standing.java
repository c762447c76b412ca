package dev.slipstream.lab.run;

/**
 * How far a proof has come. A scenario counts as a claim for each of its subjects.
 *
 * @param decidedHeadlines how many headline claims are decided
 * @param headlines how many there are
 * @param decided how many claims are decided in all
 */
public record Standing(int decidedHeadlines, int headlines, int decided) {

    /** Such as {@code 12 of 29 headline claims decided}, and how many others. */
    @Override
    public String toString() {
        int others = decided - decidedHeadlines;
        return decidedHeadlines + " of " + headlines + " headline claims decided"
                + (others == 0 ? "" : ", " + others + (others == 1 ? " other" : " others"));
    }
}
