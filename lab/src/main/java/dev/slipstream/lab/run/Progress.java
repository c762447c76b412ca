package dev.slipstream.lab.run;

import dev.slipstream.lab.run.Prover.Clock;

/** Display of a proof's progress. */
public interface Progress extends AutoCloseable {

    /** Factory that creates a display when a proof starts. */
    @FunctionalInterface
    interface Factory {
        /**
         * Begins to show progress.
         *
         * @param clock the clock of the proof
         * @return the display
         */
        Progress begin(Clock clock);
    }

    /**
     * Shows that a step begins.
     *
     * @param what the workload and its subject
     */
    void started(String what);

    /**
     * Shows that the step has ended.
     *
     * @param what the workload and its subject
     * @param outcome its score, or how it ended
     */
    void ended(String what, String outcome);

    /**
     * Shows the number of decided claims, which may have changed.
     *
     * @param standing the present numbers
     */
    void stands(Standing standing);

    @Override
    void close();

    /**
     * Number of claims that a proof has decided. A scenario counts as a claim for each of its subjects.
     *
     * @param decidedHeadlines the number of decided headline claims
     * @param headlines the number of headline claims
     * @param decided the number of all decided claims
     */
    record Standing(int decidedHeadlines, int headlines, int decided) {

        /** Returns a phrase such as {@code 12 of 29 headline claims decided, 3 others}. */
        @Override
        public String toString() {
            int others = decided - decidedHeadlines;
            return decidedHeadlines + " of " + headlines + " headline claims decided"
                    + (others == 0 ? "" : ", " + others + (others == 1 ? " other" : " others"));
        }
    }
}
