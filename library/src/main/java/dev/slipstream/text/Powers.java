package dev.slipstream.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;

/**
 * Powers of ten with 126 bits: what a binary number is multiplied with to become decimal. Each is computed when a number first
 * needs it; there are 617, which take 10 KB.
 */
final class Powers {
    private static final int LOWEST = -292;
    private static final int HIGHEST = 324;
    private static final int BITS = 126;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** For each power its upper 63 bits, which are 0 until it is there, then its lower 63. */
    private static final long[] TABLE = new long[2 * (HIGHEST - LOWEST + 1)];

    private Powers() {
    }

    /** The upper bits of a power, from -292 to 324. */
    static long high(int exponent) {
        long known = (long) LONGS.getAcquire(TABLE, 2 * (exponent - LOWEST));
        return known != 0 ? known : compute(exponent);
    }

    /** The lower bits of a power whose upper ones have been asked for: they are written before these. */
    static long low(int exponent) {
        return TABLE[2 * (exponent - LOWEST) + 1];
    }

    /** All are above the exact value, by at most the last bit, also those that could be exact. Threads compute the same. */
    private static long compute(int exponent) {
        BigInteger power = BigInteger.TEN.pow(Math.abs(exponent));
        BigInteger floor = exponent >= 0
                ? power.shiftRight(floorLog2(exponent) + 1 - BITS)
                : BigInteger.ONE.shiftLeft(BITS - 1 - floorLog2(exponent)).divide(power);
        BigInteger above = floor.add(BigInteger.ONE);
        long high = above.shiftRight(BITS / 2).longValue();
        TABLE[2 * (exponent - LOWEST) + 1] = above.longValue() & Long.MAX_VALUE;
        LONGS.setRelease(TABLE, 2 * (exponent - LOWEST), high);
        return high;
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
