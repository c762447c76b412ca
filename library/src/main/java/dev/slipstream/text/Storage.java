package dev.slipstream.text;

import java.util.Arrays;

/**
 * The characters of a {@link TextBuffer}: bytes as long as all are Latin-1, then UTF-16. Both arrays are kept for the next text.
 *
 * <p>What is written by the byte (numbers, timestamps) asks for {@linkplain #room room}, writes, and says where it {@linkplain
 * #took ended}. Where the text is UTF-16 the bytes serve as a draft of the number, so writers need not know.
 */
abstract class Storage {
    /** Characters that a new buffer has room for. */
    static final int FIRST = 48;

    /** More room after these: a number that begins within them asks for as much as the longest would need. */
    static final int SPARE = 40;

    /** What every JVM can allocate. */
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    byte[] bytes;

    /** Null until a text has needed it. */
    char[] chars;

    /** Which of both arrays has the text. */
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

    /** Where up to so many bytes may be written. */
    final int room(int most) {
        int at = wide ? 0 : length;
        if (bytes.length - at < most) {
            growBytes(most);
        }
        return at;
    }

    /** What began where {@link #room} said ends here. */
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

    /** At least doubles, so that what is appended one by one is copied once on the average. */
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

    /** Makes the text UTF-16 if it is not, with room for more characters, which go where it returns. */
    final int roomForChars(int more) {
        if (!wide) {
            widen(more);
        } else if (chars.length - length < more) {
            chars = Arrays.copyOf(chars, grown(chars.length, length, more));
        }
        return length;
    }

    private void widen(int more) {
        if (chars == null || chars.length - length < more) {
            chars = new char[grown(bytes.length, length, more)];
        }
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (bytes[i] & 0xff);
        }
        wide = true;
    }

    /** For a character that is not Latin-1, or comes after one. */
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

    @SuppressWarnings("deprecation") // the only way to copy Latin-1 out of a string at once, and right for that
    private void copy(String text, int start, int end, int at) {
        text.getBytes(start, end, bytes, at);
    }

    private void putWide(String text, int start, int end) {
        int at = roomForChars(end - start);
        text.getChars(start, end, chars, at);
        length = at + end - start;
    }

    /** Costs next to nothing for a string that the JDK keeps as Latin-1: the compiler finds nothing to do in the loop. */
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

    /** Gives back what is above a capacity, of a buffer without text. */
    void release(int capacity) {
        int kept = checked(capacity) + SPARE;
        if (bytes.length > kept) {
            bytes = new byte[kept];
        }
        if (chars != null && chars.length > kept) {
            chars = null;
        }
    }

    @SuppressWarnings("deprecation") // the other way to make a string of Latin-1 looks at all charsets there are
    final String string(int start, int end) {
        return wide ? new String(chars, start, end - start) : new String(bytes, 0, start, end - start);
    }
}
