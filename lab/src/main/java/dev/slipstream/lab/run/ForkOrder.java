package dev.slipstream.lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of forks: there and back again (A B, B A, A B, ...), so that a machine that gets slower as it warms up favours
 * nobody.
 */
final class ForkOrder {
    private ForkOrder() {
    }

    /**
     * One round, in which everybody runs once.
     *
     * @param subjects who takes part
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
