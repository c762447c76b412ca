package dev.slipstream.text;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Buffer for text that is put together from pieces, written out, and begun anew: a line of a log or of metrics on a hot path. A
 * buffer that is reused allocates nothing for any kind of piece: it writes numbers, timestamps and durations as digits in place.
 * <pre>{@code
 *     private final TextBuffer line = new TextBuffer();
 *
 *     void report(OutputStream out, String id, double millis, int rows) throws IOException {
 *         line.reset();
 *         line.append("query=").append(id).append(" ms=").append(millis).append(" rows=").append(rows).append('\n');
 *         line.writeUtf8(out);
 *     }
 * }</pre>
 *
 * <p><b>Where the text is.</b> A new buffer has room for 48 characters and the longest number; beyond that its array doubles.
 * Characters are bytes until the first that is not Latin-1: then the text is UTF-16, until {@link #reset}. Arrays are kept;
 * {@link #reset(int)} frees what one long text has left behind.
 *
 * <p>The first characters are in an array beside the object, not in its fields. The two are allocated one after the other and so
 * are adjacent in memory, which is all that fields would gain. Without {@code Unsafe} fields cannot be indexed, so that each
 * character would need a switch: measured, a third more time.
 *
 * <p><b>Threads.</b> A buffer has one owner at a time, like a {@link StringBuilder}; it may be handed over as any object may.
 *
 * <p><b>Equality.</b> {@link #equals} and {@link #hashCode} are by identity, since the text changes, as with {@link StringBuilder}.
 * {@link #contentEquals}, {@link #contentHash} and {@link #compareTo} are by text.
 *
 * <p><b>What append takes.</b> No {@code Object}: its {@code toString} would be the garbage that the buffer avoids, and an explicit
 * call makes it visible. Methods that append return the buffer. They throw an {@link OutOfMemoryError} if the text would become
 * longer than an array can be.
 *
 * @since 1.0.0
 */
public final class TextBuffer extends Encoded implements Appendable, CharSequence, Comparable<TextBuffer> {
    /** The text when it had this length; null if it has been shortened since, or was not asked for twice. */
    private @Nullable String text;

    /** The length at the last call of toString, or -1 if the text has been shortened since. */
    private int asked = -1;

    /** Creates a buffer with room for 48 characters. */
    public TextBuffer() {
        this(FIRST);
    }

    /**
     * Creates a buffer of another capacity.
     *
     * @param capacity the number of characters
     * @throws IllegalArgumentException if it is negative, or exceeds the length of any array
     */
    public TextBuffer(int capacity) {
        super(capacity);
    }

    /**
     * Removes the text, and keeps the arrays.
     *
     * @return this buffer
     */
    public TextBuffer reset() {
        forget();
        shorten(0);
        return this;
    }

    private void forget() {
        asked = -1;
        if (text != null) {
            text = null;
        }
    }

    /**
     * Removes the text, and frees memory beyond a capacity, so that one long text does not occupy it for ever.
     *
     * @param capacity the largest number of characters to keep room for
     * @return this buffer
     * @throws IllegalArgumentException if it is negative, or exceeds the length of any array
     */
    public TextBuffer reset(int capacity) {
        release(capacity);
        return reset();
    }

    /**
     * Removes the text after a length.
     *
     * @param to the new length, at most the present one
     * @return this buffer
     * @throws IndexOutOfBoundsException if the text is not that long
     */
    public TextBuffer truncate(int to) {
        Objects.checkFromToIndex(0, to, length);
        if (to < length) {
            forget();
            shorten(to);
        }
        return this;
    }

    @Override
    public TextBuffer append(char character) {
        if (!wide && character <= 0xff) {
            int at = room(1);
            bytes[at] = (byte) character;
            length = at + 1;
        } else {
            putWide(character);
        }
        return this;
    }

    /**
     * Appends a code point, which may take two characters, as {@link StringBuilder#appendCodePoint} does.
     *
     * @param codePoint the code point
     * @return this buffer
     * @throws IllegalArgumentException if it is none
     */
    public TextBuffer appendCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            return append((char) codePoint);
        }
        if (!Character.isValidCodePoint(codePoint)) {
            throw new IllegalArgumentException("code point " + codePoint);
        }
        return append(Character.highSurrogate(codePoint)).append(Character.lowSurrogate(codePoint));
    }

    /**
     * Appends a string, or the word {@code null}.
     *
     * @param string the string
     * @return this buffer
     */
    public TextBuffer append(@Nullable String string) {
        String given = string == null ? "null" : string;
        put(given, 0, given.length());
        return this;
    }

    /** Appends characters, or the word {@code null} if they are null. */
    @Override
    public TextBuffer append(@Nullable CharSequence characters) {
        CharSequence given = characters == null ? "null" : characters;
        return append(given, 0, given.length());
    }

    /** Appends a part of the characters, or of the word {@code null}. */
    @Override
    public TextBuffer append(@Nullable CharSequence characters, int start, int end) {
        CharSequence given = characters == null ? "null" : characters;
        Objects.checkFromToIndex(start, end, given.length());
        if (given instanceof String text) {
            put(text, start, end);
        } else if (given instanceof TextBuffer that) {
            put(that, start, end);
        } else {
            for (int i = start; i < end; i++) {
                append(given.charAt(i));
            }
        }
        return this;
    }

    /**
     * Appends {@code true} or {@code false}.
     *
     * @param value the value
     * @return this buffer
     */
    public TextBuffer append(boolean value) {
        return append(value ? "true" : "false");
    }

    /**
     * Appends a number in decimal.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer append(int number) {
        int at = room(Digits.MOST);
        took(Digits.put(bytes, at, number));
        return this;
    }

    /**
     * Appends a number in decimal.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer append(long number) {
        int at = room(Digits.MOST);
        took(Digits.put(bytes, at, number));
        return this;
    }

    /**
     * Appends a number as {@link Float#toString(float)} does since JDK 19: the shortest decimal that parses to the number.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer append(float number) {
        int at = room(Shortest.MOST);
        took(Shortest.put(bytes, at, number));
        return this;
    }

    /**
     * Appends a number as {@link Double#toString(double)} does since JDK 19: the shortest decimal that parses to the number.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer append(double number) {
        int at = room(Shortest.MOST);
        took(Shortest.put(bytes, at, number));
        return this;
    }

    /**
     * Appends a number in hexadecimal, as {@link Integer#toHexString} does.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer appendHex(int number) {
        return appendHex(number & 0xffff_ffffL);
    }

    /**
     * Appends a number in hexadecimal, as {@link Long#toHexString} does.
     *
     * @param number any number
     * @return this buffer
     */
    public TextBuffer appendHex(long number) {
        int at = room(Digits.MOST);
        took(Digits.putHex(bytes, at, number));
        return this;
    }

    /**
     * Appends the last hexadecimal digits of a number, padded with leading zeros.
     *
     * @param number any number
     * @param digits the number of digits, 1 to 16
     * @return this buffer
     * @throws IllegalArgumentException if the number of digits is out of range
     */
    public TextBuffer appendHex(long number, int digits) {
        if (digits < 1 || digits > 16) {
            throw new IllegalArgumentException(digits + " hexadecimal digits");
        }
        int at = room(Digits.MOST);
        took(Digits.putHex(bytes, at, number, digits));
        return this;
    }

    /**
     * Appends a point in time in UTC, such as {@code 2026-11-21T07:00:00.250Z}: always with three digits after the second, and, as
     * in {@link java.time.Instant#toString}, with a sign before years that do not have four digits.
     *
     * @param epochMillis any number of milliseconds since 1970, as from {@link System#currentTimeMillis}
     * @return this buffer
     */
    public TextBuffer appendTimestampMillis(long epochMillis) {
        int at = room(Times.MOST);
        took(Times.putMillis(bytes, at, epochMillis));
        return this;
    }

    /**
     * Appends a point in time in UTC, such as {@code 2026-11-21T07:00:00.250000000Z}: always with nine digits after the second.
     *
     * @param epochNanos any number of nanoseconds since 1970, which reach from 1677 to 2262
     * @return this buffer
     */
    public TextBuffer appendTimestampNanos(long epochNanos) {
        int at = room(Times.MOST);
        took(Times.putNanos(bytes, at, epochNanos));
        return this;
    }

    /**
     * Appends a duration as {@link java.time.Duration#toString} does, such as {@code PT1H0.25S}.
     *
     * @param nanos any number of nanoseconds
     * @return this buffer
     */
    public TextBuffer appendDurationNanos(long nanos) {
        int at = room(Times.MOST);
        took(Times.putDuration(bytes, at, nanos));
        return this;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        Objects.checkIndex(index, length);
        return wide ? chars[index] : (char) (bytes[index] & 0xff);
    }

    /** Returns a part of the text as a string. */
    @Override
    public String subSequence(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return string(start, end);
    }

    /**
     * Returns the text. A second call, with no change of the text in between, keeps the string for further calls.
     *
     * @return a string; from the second call on the same one
     */
    @Override
    public String toString() {
        String kept = text;
        return kept != null && kept.length() == length ? kept : make();
    }

    /**
     * Keeps a string only at the second call: most texts become a string once, and G1 takes longer to store a young object in an
     * old one than to make it.
     */
    private String make() {
        String made = string(0, length);
        if (asked == length) {
            text = made;
        }
        asked = length;
        return made;
    }

    /**
     * Tells whether the text equals another one.
     *
     * @param other the other text
     * @return whether the characters are the same
     */
    public boolean contentEquals(CharSequence other) {
        if (other.length() != length) {
            return false;
        }
        if (other instanceof TextBuffer that) {
            if (!wide && !that.wide) {
                return Arrays.equals(bytes, 0, length, that.bytes, 0, length);
            }
        }
        for (int i = 0; i < length; i++) {
            if (charAt(i) != other.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** {@return the {@link String#hashCode} of the text} */
    public int contentHash() {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + charAt(i);
        }
        return hash;
    }

    /** Compares the texts as {@link String#compareTo} does; it may return 0 where {@link #equals} returns false. */
    @Override
    public int compareTo(TextBuffer other) {
        int common = Math.min(length, other.length);
        for (int i = 0; i < common; i++) {
            int difference = charAt(i) - other.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - other.length;
    }
}
