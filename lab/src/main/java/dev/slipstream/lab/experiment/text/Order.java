package dev.slipstream.lab.experiment.text;

import java.util.SplittableRandom;

/**
 * The content of a line; all lines are about 40 characters long.
 *
 * @param number eleven digits
 * @param account six to eight characters
 * @param quantity up to four digits
 * @param price up to two decimals
 */
record Order(long number, String account, int quantity, double price) {
    /** The number of orders: enough to defeat the branch predictor. */
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
