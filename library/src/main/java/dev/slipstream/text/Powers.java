package dev.slipstream.text;

import java.math.BigInteger;

/**
 * Powers of ten with 126 bits: what a binary number is multiplied with to become decimal. They are computed when a number first
 * needs one, which takes some milliseconds, and take 10 KB.
 */
final class Powers {
    private static final int LOWEST = -292;
    private static final int HIGHEST = 324;
    private static final int BITS = 126;

    /** For each power its upper 63 bits, then its lower 63. */
    private static final long[] TABLE = table();

    private Powers() {
    }

    /** All are above the exact value, by less than the last bit, also where that could be met. */
    private static long[] table() {
        long[] table = new long[2 * (HIGHEST - LOWEST + 1)];
        BigInteger low = BigInteger.ONE.shiftLeft(BITS / 2).subtract(BigInteger.ONE);
        BigInteger power = BigInteger.ONE;
        for (int exponent = 0; exponent <= HIGHEST; exponent++) {
            put(table, low, exponent, power.shiftRight(floorLog2(exponent) + 1 - BITS));
            if (exponent > 0 && -exponent >= LOWEST) {
                put(table, low, -exponent, BigInteger.ONE.shiftLeft(BITS - 1 - floorLog2(-exponent)).divide(power));
            }
            power = power.multiply(BigInteger.TEN);
        }
        return table;
    }

    private static void put(long[] table, BigInteger low, int exponent, BigInteger floor) {
        BigInteger above = floor.add(BigInteger.ONE);
        table[2 * (exponent - LOWEST)] = above.shiftRight(BITS / 2).longValue();
        table[2 * (exponent - LOWEST) + 1] = above.and(low).longValue();
    }

    static long high(int exponent) {
        return TABLE[2 * (exponent - LOWEST)];
    }

    static long low(int exponent) {
        return TABLE[2 * (exponent - LOWEST) + 1];
    }

    // Exact for all exponents that a double has, and some more: the constants are floor(2^n log).

    /** Of ten to an exponent. */
    static int floorLog2(int exponent) {
        return exponent * 3_483_294 >> 20;
    }

    /** Of two to an exponent. */
    static int floorLog10(int exponent) {
        return exponent * 1_262_611 >> 22;
    }

    /** Of three quarters of two to an exponent. */
    static int floorLog10OfThreeQuarters(int exponent) {
        return exponent * 1_262_611 - 524_032 >> 22;
    }
}
