package dev.slipstream.text;

/**
 * Binary floating point as decimal: of all decimals that are read back as the same number the shortest, and of these the nearest
 * to it, which is what {@link Double#toString(double)} specifies since JDK 19 (before, some came out longer or not the nearest).
 *
 * <p>The method is Raffaello Giulietti's: "The Schubfach way to render doubles" (2021). The largest power of ten that is not
 * wider than the rounding interval has a multiple in it, and the next larger power has one at most. So one looks at two
 * multiples of the one and two of the other, the neighbours of the number, in integers of 64 bits.
 *
 * <p>What people write by hand (12.75) does not need that: a decimal of at most 15 digits that is read back as the number is the
 * only one of so few digits, and is found by a multiplication and a division.
 */
final class Shortest {
    /** {@code -1.2345678901234567E-308}, and what is written after it. */
    static final int MOST = 24 + 7;

    private static final int DOUBLE_BITS = 52;
    private static final int DOUBLE_BIAS = 1_075;
    private static final int FLOAT_BITS = 23;
    private static final int FLOAT_BIAS = 150;

    /** Subnormals below have one digit, and are asked for two: as many as are written. */
    private static final int TINY_DOUBLE = 3;

    private static final int TINY_FLOAT = 8;
    private static final long LOWER_63 = Long.MAX_VALUE;

    /** A thousand times a float below is a whole number of at most six digits, of which no two are the same float. */
    private static final float FEW_DIGITS = 1_000;

    private static final byte[] NAN = Digits.bytes("NaN");
    private static final byte[] INFINITY = Digits.bytes("Infinity");

    private Shortest() {
    }

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
        // In quarters of the unit, so that the middles between neighbours are whole; a last bit that is set means and more.
        long quarters = significand << 2;
        long value = times(high, low, quarters << shift);
        long lower = times(high, low, quarters - (irregular ? 1 : 2) << shift);
        long upper = times(high, low, quarters + 2 << shift);
        // The middles are read back as the number if its significand is even.
        long odd = significand & 1;
        long floor = value >> 2;
        if (floor >= 100) {
            long below = floor / 10 * 10;
            boolean belowIn = lower + odd <= below << 2;
            boolean aboveIn = (below + 10 << 2) + odd <= upper;
            if (belowIn != aboveIn) {
                return Layout.put(to, at, belowIn ? below : below + 10, power + scale);
            }
        }
        boolean floorIn = lower + odd <= floor << 2;
        boolean ceilingIn = (floor + 1 << 2) + odd <= upper;
        boolean down = floorIn == ceilingIn ? nearerBelow(value, floor) : floorIn;
        return Layout.put(to, at, down ? floor : floor + 1, power + scale);
    }

    private static boolean nearerBelow(long quarters, long floor) {
        long beyondMiddle = quarters - (floor + floor + 1 << 1);
        return beyondMiddle < 0 || beyondMiddle == 0 && (floor & 1) == 0;
    }

    /** The upper bits of the product; the last is 1 as well if what is cut off is more than what the power was rounded by. */
    private static long times(long high, long low, long factor) {
        long carried = Math.multiplyHigh(low, factor);
        long middle = (high * factor >>> 1) + carried;
        long product = Math.multiplyHigh(high, factor) + (middle >>> 63);
        return product | (middle & LOWER_63) + LOWER_63 >>> 63;
    }
}
