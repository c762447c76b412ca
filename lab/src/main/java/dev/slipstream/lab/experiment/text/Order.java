package dev.slipstream.lab.experiment.text;

import java.util.SplittableRandom;

/**
 * What a line says; all lines are about 40 characters long.
 *
 * @param number of eleven digits
 * @param account six to eight characters
 * @param quantity of up to four digits
 * @param price with two decimals
 */
record Order(long number, String account, int quantity, double price) {
    /** As many as there are, so that the processor does not learn them by heart. */
    static final int COUNT = 1_024;

    static Order[] some() {
        SplittableRandom random = new SplittableRandom(1);
        Order[] orders = new Order[COUNT];
        for (int i = 0; i < COUNT; i++) {
            orders[i] = new Order(10_000_000_000L + random.nextInt(1_000_000_000),
                    "acct" + (char) ('A' + random.nextInt(26)) + random.nextInt(1_000),
                    random.nextInt(10_000), random.nextInt(1_000_000) / 100.0);
        }
        return orders;
    }
}
