package dev.slipstream.buffering;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Base of a buffered output stream: the buffer, and the methods that write numbers to it. */
abstract class BinaryOutput extends OutputStream implements DataOutput {
    /** The bytes before {@link #position} have not been written to the target. */
    byte[] buffer;

    int position;

    /**
     * Writes a truth value as a byte, 1 or 0.
     *
     * @param value the value
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeBoolean(boolean value) throws IOException {
        write(value ? 1 : 0);
    }

    /**
     * Writes the lowest byte of a number.
     *
     * @param value the number
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeByte(int value) throws IOException {
        write(value);
    }

    /**
     * Writes a character as two bytes.
     *
     * @param value the character; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeChar(int value) throws IOException {
        writeShort(value);
    }

    /**
     * Writes the lower byte of each character.
     *
     * @param text the characters
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeBytes(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            write(text.charAt(i));
        }
    }

    /**
     * Writes each character as two bytes, the most significant first.
     *
     * @param text the characters
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeChars(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            writeShort(text.charAt(i));
        }
    }

    /**
     * Writes a text in modified UTF-8, after two bytes with the number of bytes.
     *
     * @param text the text
     * @throws java.io.UTFDataFormatException if it takes more than 65,535 bytes; nothing is written then
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeUTF(String text) throws IOException {
        new DataOutputStream(this).writeUTF(text);
    }

    /**
     * Writes the two lower bytes of a number.
     *
     * @param value the number; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeShort(int value) throws IOException {
        writeShortLittleEndian(Short.reverseBytes((short) value));
    }

    /**
     * Writes four bytes.
     *
     * @param value the number; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeInt(int value) throws IOException {
        writeIntLittleEndian(Integer.reverseBytes(value));
    }

    /**
     * Writes eight bytes.
     *
     * @param value the number; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeLong(long value) throws IOException {
        writeLongLittleEndian(Long.reverseBytes(value));
    }

    /**
     * Writes a float as four bytes. Every NaN is written as the canonical NaN, here and in all methods of this class.
     *
     * @param value the number; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    /**
     * Writes a double as eight bytes.
     *
     * @param value the number; the most significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    @Override
    public final void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    /**
     * Writes the two lower bytes of a number.
     *
     * @param value the number; the least significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    public final void writeShortLittleEndian(int value) throws IOException {
        int at = position;
        if (buffer.length - at < Short.BYTES) {
            takeApart(value, Short.BYTES);
        } else {
            Views.put(buffer, at, (short) value);
            position = at + Short.BYTES;
        }
    }

    /**
     * Writes four bytes.
     *
     * @param value the number; the least significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    public final void writeIntLittleEndian(int value) throws IOException {
        int at = position;
        if (buffer.length - at < Integer.BYTES) {
            takeApart(value, Integer.BYTES);
        } else {
            Views.put(buffer, at, value);
            position = at + Integer.BYTES;
        }
    }

    /**
     * Writes eight bytes.
     *
     * @param value the number; the least significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    public final void writeLongLittleEndian(long value) throws IOException {
        int at = position;
        if (buffer.length - at < Long.BYTES) {
            takeApart(value, Long.BYTES);
        } else {
            Views.put(buffer, at, value);
            position = at + Long.BYTES;
        }
    }

    /**
     * Writes a float as four bytes.
     *
     * @param value the number; the least significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    public final void writeFloatLittleEndian(float value) throws IOException {
        writeIntLittleEndian(Float.floatToIntBits(value));
    }

    /**
     * Writes a double as eight bytes.
     *
     * @param value the number; the least significant byte goes first
     * @throws IOException if the stream is closed, or its target fails
     */
    public final void writeDoubleLittleEndian(double value) throws IOException {
        writeLongLittleEndian(Double.doubleToLongBits(value));
    }

    /** Writes a number that does not fit in the rest of the buffer. */
    private void takeApart(long value, int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            write((int) (value >>> (i * Byte.SIZE)));
        }
    }
}
