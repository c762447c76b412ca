package dev.slipstream.text;

/**
 * Encoders of UTF-8 and Latin-1. Like {@link String#getBytes}, they write a question mark for what cannot be encoded: in UTF-8 for
 * an unpaired surrogate, in Latin-1 for any character beyond it, a surrogate pair counting as one.
 */
final class Encoding {
    /** The top bits of eight bytes. */
    private static final long TOPS = 0x8080_8080_8080_8080L;

    private Encoding() {}

    /** Tells whether the first {@code count} bytes are ASCII. The array has at least eight. */
    static boolean isAscii(byte[] latin1, int count) {
        if (count < 8) {
            // Shifts out the bytes beyond the count.
            return count == 0 || ((long) Digits.EIGHT.get(latin1, 0) << (64 - 8 * count) & TOPS) == 0;
        }
        long all = (long) Digits.EIGHT.get(latin1, count - 8);
        for (int at = 0; at < count - 8; at += 8) {
            all |= (long) Digits.EIGHT.get(latin1, at);
        }
        return (all & TOPS) == 0;
    }

    /** Returns the number of bytes that are not ASCII. */
    static int beyondAscii(byte[] latin1, int count) {
        int beyond = 0;
        for (int i = 0; i < count; i++) {
            beyond += latin1[i] >>> 31;
        }
        return beyond;
    }

    /** Encodes as UTF-8; there must be room for all. */
    static void utf8(byte[] latin1, int count, byte[] to, int start) {
        int at = start;
        for (int i = 0; i < count; i++) {
            byte character = latin1[i];
            if (character >= 0) {
                to[at++] = character;
            } else {
                to[at++] = (byte) (0xc0 | (character & 0xff) >> 6);
                to[at++] = (byte) (0x80 | (character & 0x3f));
            }
        }
    }

    /** Returns the number of bytes in UTF-8; a long, since three bytes for each character may exceed the length of an array. */
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

    /** Encodes as UTF-8; there must be room for all. */
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
        return (byte) (0x80 | (bits & 0x3f));
    }

    private static boolean beginsPair(char[] chars, int at, int count) {
        return Character.isHighSurrogate(chars[at]) && at + 1 < count && Character.isLowSurrogate(chars[at + 1]);
    }

    /** Returns the number of bytes in Latin-1. */
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

    /** Encodes as Latin-1; there must be room for all. */
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
