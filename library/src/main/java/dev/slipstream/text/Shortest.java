package dev.slipstream.text;

/**
 * Conversion of binary floating point to decimal. Of all decimals that parse to the same number it yields the shortest, and of
 * several the nearest to the number, as {@link Double#toString(double)} specifies since JDK 19 (before, some were longer or not the
 * nearest).
 *
 * <p>The method is Raffaello Giulietti's: "The Schubfach way to render doubles" (2021). The largest power of ten that is not wider
 * than the rounding interval has a multiple in it, and the next larger power has at most one. It is therefore enough to test two
 * multiples of the former and two of the latter, the neighbours of the number, in integers of 64 bits.
 *
 * <p>Numbers as people write them (12.75) do not need that: only one decimal of at most 15 digits can parse to a number, and a
 * multiplication and a division find it.
 */
final class Shortest {
    /** Length of {@code -1.2345678901234567E-308}, and of what is written beyond it. */
    static final int MOST = 24 + 7;

    private static final int DOUBLE_BITS = 52;
    private static final int DOUBLE_BIAS = 1_075;
    private static final int FLOAT_BITS = 23;
    private static final int FLOAT_BIAS = 150;

    /** Smaller subnormals have one digit, and are computed with two, as many as are written. */
    private static final int TINY_DOUBLE = 3;

    private static final int TINY_FLOAT = 8;
    private static final long LOWER_63 = Long.MAX_VALUE;

    /** A thousand times a smaller float is a whole number of at most six digits, no two of which are the same float. */
    private static final float FEW_DIGITS = 1_000;

    private static final byte[] NAN = Digits.bytes("NaN");
    private static final byte[] INFINITY = Digits.bytes("Infinity");

    private Shortest() {}

    static int put(byte[] to, int at, double number) {
        long bits = Double.doubleToRawLongBits(number);
        int start = at;
        if (bits < 0) {
            to[start++] = '-';
        }
        double absolute = Math.abs(number);
        if (absolute >= 1e-3 && absolute < 1e7) {
            long thousandths = (long) (absolute * 1_000 + 0.5);
            if (thousandths / 1e3 == absolute) {
                return Layout.thousandths(to, start, thousandths);
            }
        }
        int exponent = (int) (bits >>> DOUBLE_BITS) & 0x7ff;
        long fraction = bits & (1L << DOUBLE_BITS) - 1;
        if (exponent == 0x7ff) {
            return special(to, fraction == 0 ? start : at, fraction == 0 ? INFINITY : NAN);
        }
        if (exponent > 0) {
            return put(to, start, fraction | 1L << DOUBLE_BITS, exponent - DOUBLE_BIAS, fraction == 0 && exponent > 1);
        }
        return fraction == 0 ? Layout.thousandths(to, start, 0) : subnormal(to, start, fraction, 1 - DOUBLE_BIAS, TINY_DOUBLE);
    }

    static int put(byte[] to, int at, float number) {
        int bits = Float.floatToRawIntBits(number);
        int start = at;
        if (bits < 0) {
            to[start++] = '-';
        }
        float absolute = Math.abs(number);
        if (absolute >= 1e-3f && absolute < FEW_DIGITS) {
            long thousandths = (long) (absolute * 1e3 + 0.5);
            if ((float) (thousandths / 1e3) == absolute) {
                return Layout.thousandths(to, start, thousandths);
            }
        }
        int exponent = bits >>> FLOAT_BITS & 0xff;
        int fraction = bits & (1 << FLOAT_BITS) - 1;
        if (exponent == 0xff) {
            return special(to, fraction == 0 ? start : at, fraction == 0 ? INFINITY : NAN);
        }
        if (exponent > 0) {
            return put(to, start, fraction | 1 << FLOAT_BITS, exponent - FLOAT_BIAS, fraction == 0 && exponent > 1);
        }
        return fraction == 0 ? Layout.thousandths(to, start, 0) : subnormal(to, start, fraction, 1 - FLOAT_BIAS, TINY_FLOAT);
    }

    private static int special(byte[] to, int at, byte[] word) {
        System.arraycopy(word, 0, to, at, word.length);
        return at + word.length;
    }

    private static int subnormal(byte[] to, int at, long significand, int exponent, int tiny) {
        return significand < tiny
                ? decimal(to, at, 10 * significand, exponent, false, -1)
                : decimal(to, at, significand, exponent, false, 0);
    }

    private static int put(byte[] to, int at, long significand, int exponent, boolean irregular) {
        return decimal(to, at, significand, exponent, irregular, 0);
    }

    /**
     * Writes significand * 2^exponent * 10^scale.
     *
     * @param irregular whether the lower neighbour is only half as far away as the upper one
     */
    private static int decimal(byte[] to, int at, long significand, int exponent, boolean irregular, int scale) {
        int power = irregular ? Powers.floorLog10OfThreeQuarters(exponent) : Powers.floorLog10(exponent);
        long high = Powers.high(-power);
        long low = Powers.low(-power);
        int shift = exponent + Powers.floorLog2(-power) + 2;
        // In quarters of the unit, so that the midpoints between neighbours are whole. The last bit is sticky: if it is set, more
        // follows.
        long quarters = significand << 2;
        long value = times(high, low, quarters << shift);
        long lower = times(high, low, (quarters - (irregular ? 1 : 2)) << shift);
        long upper = times(high, low, (quarters + 2) << shift);
        // The midpoints parse to the number if its significand is even.
        long odd = significand & 1;
        long floor = value >> 2;
        if (floor >= 100) {
            long below = floor / 10 * 10;
            boolean belowIn = lower + odd <= below << 2;
            boolean aboveIn = ((below + 10) << 2) + odd <= upper;
            if (belowIn != aboveIn) {
                return Layout.put(to, at, belowIn ? below : below + 10, power + scale);
            }
        }
        boolean floorIn = lower + odd <= floor << 2;
        boolean ceilingIn = ((floor + 1) << 2) + odd <= upper;
        boolean down = floorIn == ceilingIn ? nearerBelow(value, floor) : floorIn;
        return Layout.put(to, at, down ? floor : floor + 1, power + scale);
    }

    private static boolean nearerBelow(long quarters, long floor) {
        long beyondMiddle = quarters - ((floor + floor + 1) << 1);
        return beyondMiddle < 0 || (beyondMiddle == 0 && (floor & 1) == 0);
    }

    /**
     * Returns the upper bits of the product; also sets the last bit if the bits cut off exceed the rounding error of the power.
     */
    private static long times(long high, long low, long factor) {
        long carried = Math.multiplyHigh(low, factor);
        long middle = ((high * factor) >>> 1) + carried;
        long product = Math.multiplyHigh(high, factor) + (middle >>> 63);
        return product | ((middle & LOWER_63) + LOWER_63) >>> 63;
    }
}
