package dev.slipstream.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;

/**
 * Powers of ten with 126 bits, by which a binary number is multiplied to become decimal. Each is computed on first use; there are
 * 617, which take 10 KB.
 */
final class Powers {
    private static final int LOWEST = -292;
    private static final int HIGHEST = 324;
    private static final int BITS = 126;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** For each power its upper 63 bits, which are 0 until it has been computed, then its lower 63. */
    private static final long[] TABLE = new long[2 * (HIGHEST - LOWEST + 1)];

    private Powers() {}

    /** Returns the upper bits of a power, from -292 to 324. */
    static long high(int exponent) {
        long known = (long) LONGS.getAcquire(TABLE, 2 * (exponent - LOWEST));
        return known != 0 ? known : compute(exponent);
    }

    /** Returns the lower bits of a power. The caller has read the upper bits, which are published after them. */
    static long low(int exponent) {
        return TABLE[2 * (exponent - LOWEST) + 1];
    }

    /** Rounds up by at most one in the last bit, even powers that would be exact. Threads that race compute the same value. */
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

    // The results are exact for all exponents of a double, and some more: the constants are floor(2^n log).

    /** Returns floor(log2(10^exponent)). */
    static int floorLog2(int exponent) {
        return (exponent * 3_483_294) >> 20;
    }

    /** Returns floor(log10(2^exponent)). */
    static int floorLog10(int exponent) {
        return (exponent * 1_262_611) >> 22;
    }

    /** Returns floor(log10(3/4 * 2^exponent)). */
    static int floorLog10OfThreeQuarters(int exponent) {
        return (exponent * 1_262_611 - 524_032) >> 22;
    }
}
