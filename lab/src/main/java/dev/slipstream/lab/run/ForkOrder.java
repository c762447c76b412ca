package dev.slipstream.lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Order of forks, reversed in every second round (A B, B A, A B, ...), so that a machine that gets slower as it warms up favours no
 * subject.
 */
final class ForkOrder {
    private ForkOrder() {
    }

    /**
     * Returns the order of one round, in which each subject runs once.
     *
     * @param subjects the participants
     * @param round the number of the round, from 0
     */
    static <T> List<T> order(List<T> subjects, int round) {
        List<T> order = new ArrayList<>(subjects);
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }
}
