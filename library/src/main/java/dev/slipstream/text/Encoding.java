package dev.slipstream.text;

/**
 * Characters as bytes: UTF-8 and Latin-1, with a question mark for what has none, as {@link String#getBytes} does it: in UTF-8
 * half a pair of surrogates, in Latin-1 whatever is beyond it, a pair being one.
 */
final class Encoding {
    /** The top bits of eight bytes. */
    private static final long TOPS = 0x8080_8080_8080_8080L;

    private Encoding() {
    }

    /** Whether all of these bytes are ASCII. The array has at least eight. */
    static boolean isAscii(byte[] latin1, int count) {
        if (count < 8) {
            // What is above is shifted away.
            return count == 0 || ((long) Digits.EIGHT.get(latin1, 0) << 64 - 8 * count & TOPS) == 0;
        }
        long all = (long) Digits.EIGHT.get(latin1, count - 8);
        for (int at = 0; at < count - 8; at += 8) {
            all |= (long) Digits.EIGHT.get(latin1, at);
        }
        return (all & TOPS) == 0;
    }

    /** How many of these bytes are no ASCII. */
    static int beyondAscii(byte[] latin1, int count) {
        int beyond = 0;
        for (int i = 0; i < count; i++) {
            beyond += latin1[i] >>> 31;
        }
        return beyond;
    }

    /** As UTF-8; there must be room for all. */
    static void utf8(byte[] latin1, int count, byte[] to, int start) {
        int at = start;
        for (int i = 0; i < count; i++) {
            byte character = latin1[i];
            if (character >= 0) {
                to[at++] = character;
            } else {
                to[at++] = (byte) (0xc0 | (character & 0xff) >> 6);
                to[at++] = (byte) (0x80 | character & 0x3f);
            }
        }
    }

    /** How many bytes UTF-8 takes; a long, since three for each character may be too many for an array. */
    static long utf8Length(char[] chars, int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            char character = chars[i];
            if (character < 0x80) {
                bytes++;
            } else if (character < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(character)) {
                bytes += 3;
            } else if (beginsPair(chars, i, count)) {
                bytes += 4;
                i++;
            } else {
                bytes++;
            }
        }
        return bytes;
    }

    /** As UTF-8; there must be room for all. */
    static void utf8(char[] chars, int count, byte[] to, int start) {
        int at = start;
        for (int i = 0; i < count; i++) {
            char character = chars[i];
            if (character < 0x80) {
                to[at++] = (byte) character;
            } else if (character < 0x800) {
                to[at++] = (byte) (0xc0 | character >> 6);
                to[at++] = tail(character);
            } else if (!Character.isSurrogate(character)) {
                to[at++] = (byte) (0xe0 | character >> 12);
                to[at++] = tail(character >> 6);
                to[at++] = tail(character);
            } else if (beginsPair(chars, i, count)) {
                int point = Character.toCodePoint(character, chars[++i]);
                to[at++] = (byte) (0xf0 | point >> 18);
                to[at++] = tail(point >> 12);
                to[at++] = tail(point >> 6);
                to[at++] = tail(point);
            } else {
                to[at++] = '?';
            }
        }
    }

    private static byte tail(int bits) {
        return (byte) (0x80 | bits & 0x3f);
    }

    private static boolean beginsPair(char[] chars, int at, int count) {
        return Character.isHighSurrogate(chars[at]) && at + 1 < count && Character.isLowSurrogate(chars[at + 1]);
    }

    /** How many bytes Latin-1 takes. */
    static int latin1Length(char[] chars, int count) {
        int bytes = count;
        for (int i = 0; i < count; i++) {
            if (beginsPair(chars, i, count)) {
                bytes--;
                i++;
            }
        }
        return bytes;
    }

    /** As Latin-1; there must be room for all. */
    static void latin1(char[] chars, int count, byte[] to, int start) {
        int at = start;
        for (int i = 0; i < count; i++) {
            char character = chars[i];
            to[at++] = character <= 0xff ? (byte) character : (byte) '?';
            if (beginsPair(chars, i, count)) {
                i++;
            }
        }
    }
}
