package dev.slipstream.text;

import java.util.Arrays;

/**
 * Characters of a {@link TextBuffer}: bytes as long as all are Latin-1, then UTF-16. Both arrays are kept for the next text.
 *
 * <p>Code that writes bytes (numbers, timestamps) asks for {@linkplain #room room}, writes, and reports
 * {@linkplain #took where it ended}. If the text is UTF-16, the byte array holds a draft of the number, so that writers need not
 * know.
 */
abstract class Storage {
    /** Characters for which a new buffer has room. */
    static final int FIRST = 48;

    /** Additional room: a number that begins within the capacity asks for as much as the longest would need. */
    static final int SPARE = 40;

    /** Array length that every JVM can allocate. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private static final char[] NONE = {};

    byte[] bytes;

    /** Empty until the first text that needs it. */
    char[] chars = NONE;

    /** Whether the text is in {@code chars}. */
    boolean wide;

    int length;

    Storage(int capacity) {
        bytes = new byte[checked(capacity) + SPARE];
    }

    private static int checked(int capacity) {
        if (capacity < 0 || capacity > LONGEST - SPARE) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        return capacity;
    }

    /** Returns the index at which up to {@code most} bytes may be written. */
    final int room(int most) {
        int at = wide ? 0 : length;
        if (bytes.length - at < most) {
            growBytes(most);
        }
        return at;
    }

    /** Takes the bytes from the result of {@link #room} up to here into the text. */
    final void took(int end) {
        if (wide) {
            inflate(end);
        } else {
            length = end;
        }
    }

    private void growBytes(int more) {
        bytes = Arrays.copyOf(bytes, grown(bytes.length, wide ? 0 : length, more));
    }

    /** Returns a length that is at least doubled, so that appending one by one copies each character once on average. */
    private static int grown(int now, int used, int more) {
        long needed = (long) used + more + SPARE;
        if (needed > LONGEST) {
            throw new OutOfMemoryError("a text of " + ((long) used + more) + " characters");
        }
        return (int) Math.max(needed, Math.min(2L * now, LONGEST));
    }

    private void inflate(int count) {
        int at = roomForChars(count);
        for (int i = 0; i < count; i++) {
            chars[at + i] = (char) (bytes[i] & 0xff);
        }
        length = at + count;
    }

    /** Makes the text UTF-16, with room for more characters, and returns the index of these. */
    final int roomForChars(int more) {
        if (!wide) {
            widen(more);
        } else if (chars.length - length < more) {
            chars = Arrays.copyOf(chars, grown(chars.length, length, more));
        }
        return length;
    }

    private void widen(int more) {
        if (chars.length - length < more) {
            chars = new char[grown(bytes.length, length, more)];
        }
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (bytes[i] & 0xff);
        }
        wide = true;
    }

    /** Appends a character that is not Latin-1, or comes after one. */
    final void putWide(char character) {
        int at = roomForChars(1);
        chars[at] = character;
        length = at + 1;
    }

    final void put(String text, int start, int end) {
        if (!wide && isLatin1(text, start, end)) {
            int count = end - start;
            int at = room(count);
            copy(text, start, end, at);
            length = at + count;
        } else {
            putWide(text, start, end);
        }
    }

    @SuppressWarnings("deprecation") // the only way to copy Latin-1 out of a string in bulk, and correct for that
    private void copy(String text, int start, int end, int at) {
        text.getBytes(start, end, bytes, at);
    }

    private void putWide(String text, int start, int end) {
        int at = roomForChars(end - start);
        text.getChars(start, end, chars, at);
        length = at + end - start;
    }

    /** Costs next to nothing for a string that the JDK keeps as Latin-1: the compiler removes the body of the loop. */
    private static boolean isLatin1(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) > 0xff) {
                return false;
            }
        }
        return true;
    }

    final void put(Storage text, int start, int end) {
        int count = end - start;
        if (text.wide) {
            int at = roomForChars(count);
            System.arraycopy(text.chars, start, chars, at, count);
            length = at + count;
        } else if (wide) {
            int at = roomForChars(count);
            for (int i = 0; i < count; i++) {
                chars[at + i] = (char) (text.bytes[start + i] & 0xff);
            }
            length = at + count;
        } else {
            int at = room(count);
            System.arraycopy(text.bytes, start, bytes, at, count);
            length = at + count;
        }
    }

    final void shorten(int to) {
        length = to;
        if (to == 0) {
            wide = false;
        }
    }

    /** Frees arrays beyond a capacity. The buffer must hold no text. */
    void release(int capacity) {
        int kept = checked(capacity) + SPARE;
        if (bytes.length > kept) {
            bytes = new byte[kept];
        }
        if (chars.length > kept) {
            chars = NONE;
        }
    }

    @SuppressWarnings("deprecation") // the alternative, with a charset, checks all charsets there are
    final String string(int start, int end) {
        return wide ? new String(chars, start, end - start) : new String(bytes, 0, start, end - start);
    }
}
