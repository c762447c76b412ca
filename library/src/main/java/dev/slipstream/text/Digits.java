package dev.slipstream.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writers of whole numbers as digits: three at a time from a table whose entries also hold the count of leading zeros, and eight at
 * a time in one {@code long} whose lowest byte is the first digit. (Paul Khuong describes the division of all parts at once in "How
 * to print integers really fast", 2017.) All methods return the end of what they have written, and may write up to seven bytes
 * beyond it.
 */
final class Digits {
    /** Length of the longest number, {@link Long#MIN_VALUE}, and of what is written beyond it. */
    static final int MOST = 20 + 7;

    static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The digit 0, eight times. */
    static final long ZEROS = 0x3030303030303030L;

    static final int E8 = 100_000_000;
    private static final int E9 = 1_000_000_000;

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The three digits of each number below a thousand; in the top byte the number of bits that leading zeros take. */
    private static final int[] GROUPS = new int[1_000];

    static {
        for (int i = 0; i < GROUPS.length; i++) {
            int digits = '0' + i / 100 | ('0' + i / 10 % 10) << 8 | ('0' + i % 10) << 16;
            GROUPS[i] = digits | (i < 10 ? 16 : i < 100 ? 8 : 0) << 24;
        }
    }

    private Digits() {}

    static byte[] bytes(String ascii) {
        byte[] bytes = new byte[ascii.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ascii.charAt(i);
        }
        return bytes;
    }

    static int put(byte[] to, int at, int number) {
        int start = at;
        int rest = number;
        if (number < 0) {
            to[start++] = '-';
            rest = -number;
        }
        // The negation of Integer.MIN_VALUE overflows to itself.
        return rest < E9 && rest >= 0 ? upToNine(to, start, rest) : putLong(to, start, rest & 0xffff_ffffL);
    }

    static int put(byte[] to, int at, long number) {
        int start = at;
        long rest = number;
        if (number < 0) {
            to[start++] = '-';
            rest = -number;
        }
        return rest < E9 && rest >= 0 ? upToNine(to, start, (int) rest) : putLong(to, start, rest);
    }

    /** Writes a number from 1,000,000,000 on; a negative one is taken as unsigned. */
    static int putLong(byte[] to, int at, long number) {
        long high = number / E8;
        if (number < 0) {
            high = Long.divideUnsigned(number, E8);
        }
        int next;
        if (high < E9) {
            next = upToNine(to, at, (int) high);
        } else {
            int highest = (int) (high / E8);
            next = exactlyEight(to, upToNine(to, at, highest), (int) (high - (long) highest * E8));
        }
        return exactlyEight(to, next, (int) (number - high * E8));
    }

    static int putPositive(byte[] to, int at, long number) {
        return number < E9 ? upToNine(to, at, (int) number) : putLong(to, at, number);
    }

    /** Writes a number below 1,000,000,000 without leading zeros. */
    static int upToNine(byte[] to, int at, int number) {
        if (number < 1_000) {
            return upToThree(to, at, number);
        }
        int thousands = number / 1_000;
        int last = GROUPS[number - thousands * 1_000];
        if (thousands < 1_000) {
            int end = upToThree(to, at, thousands);
            FOUR.set(to, end, last);
            return end + 3;
        }
        int millions = thousands / 1_000;
        int end = upToThree(to, at, millions);
        FOUR.set(to, end, GROUPS[thousands - millions * 1_000]);
        FOUR.set(to, end + 3, last);
        return end + 6;
    }

    private static int upToThree(byte[] to, int at, int number) {
        int group = GROUPS[number];
        int zeros = group >>> 24;
        FOUR.set(to, at, group >>> zeros);
        return at + 3 - (zeros >>> 3);
    }

    static int exactlyEight(byte[] to, int at, int number) {
        EIGHT.set(to, at, eight(number) + ZEROS);
        return at + 8;
    }

    /** Writes exactly {@code count} digits, one to eight, of a number that has no more. */
    static int exactly(byte[] to, int at, int number, int count) {
        EIGHT.set(to, at, (eight(number) + ZEROS) >>> (64 - 8 * count));
        return at + count;
    }

    /** Returns a number below 100,000,000 as eight bytes, each from 0 to 9. */
    static long eight(int number) {
        int thousands = number / 10_000;
        // Halves of 32 bits hold four digits each, then quarters two, then bytes one.
        long halves = thousands | (long) (number - thousands * 10_000) << 32;
        long hundreds = ((halves * 10_486) >>> 20) & 0x0000_007f_0000_007fL;
        long quarters = hundreds + ((halves - 100 * hundreds) << 16);
        long tens = ((quarters * 103) >>> 10) & 0x000f_000f_000f_000fL;
        return tens + ((quarters - 10 * tens) << 8);
    }

    /** Writes a number without leading zeros, as {@link Long#toHexString} does. */
    static int putHex(byte[] to, int at, long number) {
        return putHex(to, at, number, Math.max(1, (67 - Long.numberOfLeadingZeros(number)) >>> 2));
    }

    /** Writes the lowest 1 to 16 digits. */
    static int putHex(byte[] to, int at, long number, int count) {
        if (count <= 8) {
            EIGHT.set(to, at, eightHex((int) number) >>> (64 - 8 * count));
        } else {
            EIGHT.set(to, at, eightHex((int) (number >>> 32)) >>> (128 - 8 * count));
            EIGHT.set(to, at + count - 8, eightHex((int) number));
        }
        return at + count;
    }

    private static long eightHex(int number) {
        long bits = number & 0xffff_ffffL;
        bits = (bits | bits << 16) & 0x0000_ffff_0000_ffffL;
        bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ffL;
        bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0fL;
        long letters = ((bits + 0x0606_0606_0606_0606L) >>> 4) & 0x0101_0101_0101_0101L;
        return Long.reverseBytes(bits + ZEROS + letters * ('a' - '0' - 10));
    }
}
