package dev.slipstream.text;

import java.util.Arrays;
import java.util.Objects;

/**
 * Text that is put together from pieces, written out, and begun anew: a line of a log or of metrics on a hot path. Used again, it
 * allocates nothing, whatever was appended: numbers, timestamps and durations are written as digits where they belong.
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
 * <p><b>Where the text is.</b> A new buffer has room for 48 characters, and then for as much as the longest number takes; beyond
 * that its array doubles. Characters are bytes until one comes that is not Latin-1: then the text is UTF-16, until {@link
 * #reset}. Arrays are kept; {@link #reset(int)} gives back what one long text has left.
 *
 * <p>The first characters are in an array beside the object, not in fields of it. The two are allocated one after the other and
 * so lie side by side in memory, which is what the fields would have been for; and fields cannot be indexed without {@code
 * Unsafe}, so that each character would take a switch: measured, a third more time.
 *
 * <p><b>Threads.</b> A buffer has one owner at a time, like a {@link StringBuilder}; it may be passed on as any object may.
 *
 * <p><b>Equality.</b> {@link #equals} and {@link #hashCode} are those of the object, since the text changes, as with {@link
 * StringBuilder}. {@link #contentEquals} and {@link #contentHash} are about the text, {@link #compareTo} also.
 *
 * <p><b>What append takes.</b> No {@code Object}: its {@code toString} would be the garbage that the buffer is there to avoid,
 * and one sees where it is called. Methods that append return the buffer. They throw an {@link OutOfMemoryError} if the text
 * would become longer than an array can be.
 */
public final class TextBuffer extends Encoded implements Appendable, CharSequence, Comparable<TextBuffer> {
    /** The text as it was when it had this length; null if it has been shortened since, or nobody asked twice. */
    private String text;

    /** The length at which somebody asked for the string, unless the text has been shortened since. */
    private int asked = -1;

    /** With room for 48 characters. */
    public TextBuffer() {
        this(FIRST);
    }

    /**
     * With room for more, or fewer.
     *
     * @param capacity how many characters
     * @throws IllegalArgumentException if it is negative, or more than an array can have
     */
    public TextBuffer(int capacity) {
        super(capacity);
    }

    /** Begins anew, with the arrays there are. */
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
     * Begins anew, and gives back what is above a capacity: one long text does not have the buffer keep its memory for ever.
     *
     * @param capacity how many characters to keep room for at most
     * @throws IllegalArgumentException if it is negative, or more than an array can have
     */
    public TextBuffer reset(int capacity) {
        release(capacity);
        return reset();
    }

    /**
     * Takes away what comes after a length.
     *
     * @param to the new length, at most the present one
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

    /** Appends a code point, which may take two characters; as {@link StringBuilder#appendCodePoint}. */
    public TextBuffer appendCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            return append((char) codePoint);
        }
        if (!Character.isValidCodePoint(codePoint)) {
            throw new IllegalArgumentException("code point " + codePoint);
        }
        return append(Character.highSurrogate(codePoint)).append(Character.lowSurrogate(codePoint));
    }

    /** Appends a string, or {@code null} in letters. */
    public TextBuffer append(String string) {
        String given = string == null ? "null" : string;
        put(given, 0, given.length());
        return this;
    }

    /** Appends characters, or {@code null} in letters. */
    @Override
    public TextBuffer append(CharSequence characters) {
        CharSequence given = characters == null ? "null" : characters;
        return append(given, 0, given.length());
    }

    /** Appends a part of what was given, or of {@code null} in letters. */
    @Override
    public TextBuffer append(CharSequence characters, int start, int end) {
        CharSequence given = characters == null ? "null" : characters;
        Objects.checkFromToIndex(start, end, given.length());
        if (given instanceof String) {
            put((String) given, start, end);
        } else if (given instanceof TextBuffer) {
            put((TextBuffer) given, start, end);
        } else {
            for (int i = start; i < end; i++) {
                append(given.charAt(i));
            }
        }
        return this;
    }

    /** Appends {@code true} or {@code false}. */
    public TextBuffer append(boolean value) {
        return append(value ? "true" : "false");
    }

    /** Appends a number in decimal. */
    public TextBuffer append(int number) {
        int at = room(Digits.MOST);
        took(Digits.put(bytes, at, number));
        return this;
    }

    /** Appends a number in decimal. */
    public TextBuffer append(long number) {
        int at = room(Digits.MOST);
        took(Digits.put(bytes, at, number));
        return this;
    }

    /** Appends what {@link Float#toString(float)} gives since JDK 19: the shortest decimal that is read back as the number. */
    public TextBuffer append(float number) {
        int at = room(Shortest.MOST);
        took(Shortest.put(bytes, at, number));
        return this;
    }

    /** Appends what {@link Double#toString(double)} gives since JDK 19: the shortest decimal that is read back as the number. */
    public TextBuffer append(double number) {
        int at = room(Shortest.MOST);
        took(Shortest.put(bytes, at, number));
        return this;
    }

    /** Appends a number in hexadecimal, as {@link Integer#toHexString}. */
    public TextBuffer appendHex(int number) {
        return appendHex(number & 0xffff_ffffL);
    }

    /** Appends a number in hexadecimal, as {@link Long#toHexString}. */
    public TextBuffer appendHex(long number) {
        int at = room(Digits.MOST);
        took(Digits.putHex(bytes, at, number));
        return this;
    }

    /**
     * Appends the last hexadecimal digits of a number, with zeros before it where it has fewer.
     *
     * @param number any
     * @param digits how many, 1 to 16
     * @throws IllegalArgumentException if they are too few or too many
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
     * Appends a point of time in UTC, such as {@code 2026-11-21T07:00:00.250Z}: always with three digits after the second, and,
     * as in {@link java.time.Instant#toString}, with a sign before years that have not four digits.
     *
     * @param epochMillis milliseconds since 1970, as of {@link System#currentTimeMillis}; any
     */
    public TextBuffer appendTimestampMillis(long epochMillis) {
        int at = room(Times.MOST);
        took(Times.putMillis(bytes, at, epochMillis));
        return this;
    }

    /**
     * Appends a point of time in UTC, such as {@code 2026-11-21T07:00:00.250000000Z}: always with nine digits after the second.
     *
     * @param epochNanos nanoseconds since 1970, which reach from 1677 to 2262; any
     */
    public TextBuffer appendTimestampNanos(long epochNanos) {
        int at = room(Times.MOST);
        took(Times.putNanos(bytes, at, epochNanos));
        return this;
    }

    /**
     * Appends a duration as {@link java.time.Duration#toString}, such as {@code PT1H0.25S}.
     *
     * @param nanos how many nanoseconds; any
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

    /** A string. */
    @Override
    public String subSequence(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return string(start, end);
    }

    /**
     * The text. Who asks a second time, with nothing appended or taken away in between, has the string kept for any further time.
     *
     * @return a string; from the second time on the same one
     */
    @Override
    public String toString() {
        String kept = text;
        return kept != null && kept.length() == length ? kept : make();
    }

    /** Most texts become a string once; and to store a young object in one that is old takes G1 longer than to make it. */
    private String make() {
        String made = string(0, length);
        if (asked == length) {
            text = made;
        }
        asked = length;
        return made;
    }

    /** Whether the text is the same as that. */
    public boolean contentEquals(CharSequence other) {
        if (other.length() != length) {
            return false;
        }
        if (other instanceof TextBuffer) {
            TextBuffer that = (TextBuffer) other;
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

    /** What {@link String#hashCode} of the text is. */
    public int contentHash() {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + charAt(i);
        }
        return hash;
    }

    /** As {@link String#compareTo} of both texts; texts may be the same where {@link #equals} says no. */
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
