package dev.slipstream.text;

/**
 * Layout of decimals, as in {@link Double#toString(double)}: plain from 0.001 to below 10,000,000, otherwise with one digit before
 * the point and an exponent of ten; at least one digit on either side of the point.
 */
final class Layout {
    /** A plain number has at most this many digits before the point, and fewer than {@code -PLAIN_ZEROS} zeros right after it. */
    private static final int PLAIN = 7;

    private static final int PLAIN_ZEROS = -3;

    private Layout() {}

    /** Writes a number of thousandths, whose whole part is below 1,000,000,000. */
    static int thousandths(byte[] to, int at, long number) {
        long whole = number / 1_000;
        int rest = (int) (number - whole * 1_000);
        int end = Digits.upToNine(to, at, (int) whole);
        to[end] = '.';
        Digits.exactly(to, end + 1, rest, 3);
        return end + (rest % 10 != 0 ? 4 : rest % 100 != 0 ? 3 : 2);
    }

    /** Writes the digits times ten to an exponent; there are at most 17, and not all are 0. */
    static int put(byte[] to, int at, long digits, int exponent) {
        long significant = digits;
        int scale = exponent;
        while (true) {
            long tenth = significant / 10;
            if (tenth * 10 != significant) {
                break;
            }
            significant = tenth;
            scale++;
        }
        // The digits are written one byte late; those before the point move back.
        int end = Digits.putPositive(to, at + 1, significant);
        int count = end - at - 1;
        int point = count + scale;
        if (point > PLAIN || point <= PLAIN_ZEROS) {
            to[at] = to[at + 1];
            to[at + 1] = '.';
            return exponent(to, count == 1 ? zero(to, end) : end, point - 1);
        }
        return point > 0 ? inside(to, at, count, point) : before(to, at, count, point);
    }

    private static int zero(byte[] to, int at) {
        to[at] = '0';
        return at + 1;
    }

    private static int exponent(byte[] to, int at, int exponent) {
        to[at] = 'E';
        return Digits.put(to, at + 1, exponent);
    }

    private static int inside(byte[] to, int at, int count, int point) {
        for (int i = 0; i < point; i++) {
            to[at + i] = i < count ? to[at + i + 1] : (byte) '0';
        }
        to[at + point] = '.';
        return count > point ? at + count + 1 : zero(to, at + point + 1);
    }

    /** Writes a number below one: zero, point, up to two more zeros, and the digits. */
    private static int before(byte[] to, int at, int count, int point) {
        int first = at + 2 - point;
        System.arraycopy(to, at + 1, to, first, count);
        to[at] = '0';
        to[at + 1] = '.';
        for (int i = at + 2; i < first; i++) {
            to[i] = '0';
        }
        return first + count;
    }
}
