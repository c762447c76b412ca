package dev.slipstream.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whole numbers as digits, eight at a time and without a branch for each: a group of eight is one {@code long}, whose lowest byte
 * is its first digit. (The divisions of all its parts at once are described by Paul Khuong, "How to print integers really fast",
 * 2017; the number of digits by Kendall Willets, 2021.) All methods return where what they have written ends, and may write to
 * seven bytes after it.
 */
final class Digits {
    /** The longest, {@link Long#MIN_VALUE}, and what is written after it. */
    static final int MOST = 20 + 7;

    static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Eight times the digit 0. */
    static final long ZEROS = 0x3030303030303030L;

    static final int E8 = 100_000_000;
    private static final long E16 = 10_000_000_000_000_000L;
    private static final byte[] LOWEST = bytes("-9223372036854775808");

    /** For each number of bits, such that adding the number gives, above 32 bits, how many digits it has. */
    private static final long[] COUNTS = new long[33];

    static {
        for (int bits = 0; bits <= 32; bits++) {
            long highest = bits == 0 ? 0 : (1L << bits) - 1;
            int digits = Long.toString(highest).length();
            long shortest = power(digits - 1);
            boolean one = bits == 0 || shortest <= 1L << bits - 1;
            COUNTS[bits] = one ? (long) digits << 32 : ((long) digits << 32) - shortest;
        }
    }

    private Digits() {
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    static byte[] bytes(String ascii) {
        byte[] bytes = new byte[ascii.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ascii.charAt(i);
        }
        return bytes;
    }

    /** How many digits a number has that is not negative. */
    static int count(int number) {
        return (int) (number + COUNTS[32 - Integer.numberOfLeadingZeros(number)] >>> 32);
    }

    static int put(byte[] to, int at, int number) {
        int start = at;
        int rest = number;
        if (number < 0) {
            if (number == Integer.MIN_VALUE) {
                return put(to, at, (long) number);
            }
            to[start++] = '-';
            rest = -number;
        }
        if (rest < E8) {
            return upToEight(to, start, rest);
        }
        int high = rest / E8;
        int next = upToEight(to, start, high);
        EIGHT.set(to, next, eight(rest - high * E8) + ZEROS);
        return next + 8;
    }

    static int put(byte[] to, int at, long number) {
        if (number == (int) number && number != Integer.MIN_VALUE) {
            return put(to, at, (int) number);
        }
        if (number >= 0) {
            return putPositive(to, at, number);
        }
        if (number == Long.MIN_VALUE) {
            System.arraycopy(LOWEST, 0, to, at, LOWEST.length);
            return at + LOWEST.length;
        }
        to[at] = '-';
        return putPositive(to, at + 1, -number);
    }

    static int putPositive(byte[] to, int at, long number) {
        if (number < E8) {
            return upToEight(to, at, (int) number);
        }
        if (number < E16) {
            int high = (int) (number / E8);
            return exactlyEight(to, upToEight(to, at, high), (int) (number - (long) high * E8));
        }
        int highest = (int) (number / E16);
        long rest = number - highest * E16;
        int high = (int) (rest / E8);
        int next = exactlyEight(to, upToEight(to, at, highest), high);
        return exactlyEight(to, next, (int) (rest - (long) high * E8));
    }

    static int upToEight(byte[] to, int at, int number) {
        int count = count(number);
        EIGHT.set(to, at, eight(number) + ZEROS >>> 64 - 8 * count);
        return at + count;
    }

    static int exactlyEight(byte[] to, int at, int number) {
        EIGHT.set(to, at, eight(number) + ZEROS);
        return at + 8;
    }

    /** Exactly so many digits, one to eight, of a number that has no more. */
    static int exactly(byte[] to, int at, int number, int count) {
        EIGHT.set(to, at, eight(number) + ZEROS >>> 64 - 8 * count);
        return at + count;
    }

    /** A number below 100,000,000 as eight bytes, each from 0 to 9. */
    static long eight(int number) {
        int thousands = number / 10_000;
        // Halves of 32 bits with four digits each, then quarters with two, then bytes with one.
        long halves = thousands | (long) (number - thousands * 10_000) << 32;
        long hundreds = (halves * 10_486 >>> 20) & 0x0000_007f_0000_007fL;
        long quarters = hundreds + (halves - 100 * hundreds << 16);
        long tens = (quarters * 103 >>> 10) & 0x000f_000f_000f_000fL;
        return tens + (quarters - 10 * tens << 8);
    }

    /** As many digits as it takes, as {@link Long#toHexString}. */
    static int putHex(byte[] to, int at, long number) {
        return putHex(to, at, number, Math.max(1, 67 - Long.numberOfLeadingZeros(number) >>> 2));
    }

    /** The lowest digits, 1 to 16 of them. */
    static int putHex(byte[] to, int at, long number, int count) {
        if (count <= 8) {
            EIGHT.set(to, at, eightHex((int) number) >>> 64 - 8 * count);
        } else {
            EIGHT.set(to, at, eightHex((int) (number >>> 32)) >>> 128 - 8 * count);
            EIGHT.set(to, at + count - 8, eightHex((int) number));
        }
        return at + count;
    }

    private static long eightHex(int number) {
        long bits = number & 0xffff_ffffL;
        bits = (bits | bits << 16) & 0x0000_ffff_0000_ffffL;
        bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ffL;
        bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0fL;
        long letters = (bits + 0x0606_0606_0606_0606L >>> 4) & 0x0101_0101_0101_0101L;
        return Long.reverseBytes(bits + ZEROS + letters * ('a' - '0' - 10));
    }
}
