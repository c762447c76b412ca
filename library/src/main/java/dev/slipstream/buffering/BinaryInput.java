package dev.slipstream.buffering;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Base of a buffered input stream: the buffer, and the methods that read numbers from it. */
abstract class BinaryInput extends InputStream implements DataInput {
    /** The bytes from {@link #position} (inclusive) to {@link #limit} (exclusive) are read next. */
    byte[] buffer;

    int position;
    int limit;

    /**
     * Reads bytes until the array is full.
     *
     * @param target receives the bytes
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final void readFully(byte[] target) throws IOException {
        readFully(target, 0, target.length);
    }

    /**
     * Reads that many bytes.
     *
     * @param target receives the bytes
     * @param from index of the first byte
     * @param count number of bytes
     * @throws EOFException if the stream ends first; then the target has the bytes before the end
     * @throws IOException if the stream is closed, or its source fails
     * @throws IndexOutOfBoundsException if the range is not within the target
     */
    @Override
    public final void readFully(byte[] target, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, target.length);
        for (int done = 0; done < count;) {
            int some = read(target, from + done, count - done);
            if (some < 0) {
                throw new EOFException();
            }
            done += some;
        }
    }

    /**
     * Skips bytes until that many are skipped or the source skips no more.
     *
     * @param count number of bytes
     * @return the number of bytes skipped, 0 if {@code count} is negative
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final int skipBytes(int count) throws IOException {
        int done = 0;
        while (done < count) {
            int some = (int) skip(count - done);
            if (some <= 0) {
                return done;
            }
            done += some;
        }
        return done;
    }

    /**
     * Reads a byte as a truth value.
     *
     * @return whether the byte is not zero
     * @throws EOFException at the end of the stream
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final boolean readBoolean() throws IOException {
        return readUnsignedByte() != 0;
    }

    /**
     * Reads two bytes as a character.
     *
     * @return the character, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final char readChar() throws IOException {
        return (char) readShort();
    }

    /**
     * Reads a line of Latin-1, as {@link DataInput#readLine} demands.
     *
     * @return the line without its end, which is {@code \n}, {@code \r} or both; null at the end of the stream
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final String readLine() throws IOException {
        int next = read();
        if (next < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        for (; next >= 0 && next != '\n'; next = read()) {
            if (next == '\r') {
                int after = read();
                if (after >= 0 && after != '\n') {
                    // A byte that was just read is in the buffer.
                    position--;
                }
                break;
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /**
     * Reads a text in modified UTF-8.
     *
     * @return the text
     * @throws EOFException if the stream ends first
     * @throws java.io.UTFDataFormatException if the bytes are no such text
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final String readUTF() throws IOException {
        return DataInputStream.readUTF(this);
    }

    /**
     * Reads a byte.
     *
     * @return from -128 to 127
     * @throws EOFException at the end of the stream
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final byte readByte() throws IOException {
        return (byte) readUnsignedByte();
    }

    /**
     * Reads an unsigned byte.
     *
     * @return from 0 to 255
     * @throws EOFException at the end of the stream
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final int readUnsignedByte() throws IOException {
        int value = read();
        if (value < 0) {
            throw new EOFException();
        }
        return value;
    }

    /**
     * Reads two bytes. If the stream ends within a number of several bytes, the bytes of that
     * number are lost, here and in all methods of this class.
     *
     * @return the number, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final short readShort() throws IOException {
        return Short.reverseBytes(readShortLittleEndian());
    }

    /**
     * Reads two bytes as an unsigned number.
     *
     * @return the number, the most significant byte first, from 0 to 65,535
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final int readUnsignedShort() throws IOException {
        return Short.toUnsignedInt(readShort());
    }

    /**
     * Reads four bytes.
     *
     * @return the number, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final int readInt() throws IOException {
        return Integer.reverseBytes(readIntLittleEndian());
    }

    /**
     * Reads eight bytes.
     *
     * @return the number, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final long readLong() throws IOException {
        return Long.reverseBytes(readLongLittleEndian());
    }

    /**
     * Reads four bytes as a float.
     *
     * @return the number, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    /**
     * Reads eight bytes as a double.
     *
     * @return the number, the most significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    @Override
    public final double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    /**
     * Reads two bytes.
     *
     * @return the number, the least significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final short readShortLittleEndian() throws IOException {
        int at = position;
        if (limit - at < Short.BYTES) {
            return (short) assemble(Short.BYTES);
        }
        position = at + Short.BYTES;
        return Views.getShort(buffer, at);
    }

    /**
     * Reads two bytes as an unsigned number.
     *
     * @return the number, the least significant byte first, from 0 to 65,535
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final int readUnsignedShortLittleEndian() throws IOException {
        return Short.toUnsignedInt(readShortLittleEndian());
    }

    /**
     * Reads four bytes.
     *
     * @return the number, the least significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final int readIntLittleEndian() throws IOException {
        int at = position;
        if (limit - at < Integer.BYTES) {
            return (int) assemble(Integer.BYTES);
        }
        position = at + Integer.BYTES;
        return Views.getInt(buffer, at);
    }

    /**
     * Reads eight bytes.
     *
     * @return the number, the least significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final long readLongLittleEndian() throws IOException {
        int at = position;
        if (limit - at < Long.BYTES) {
            return assemble(Long.BYTES);
        }
        position = at + Long.BYTES;
        return Views.getLong(buffer, at);
    }

    /**
     * Reads four bytes as a float.
     *
     * @return the number, the least significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final float readFloatLittleEndian() throws IOException {
        return Float.intBitsToFloat(readIntLittleEndian());
    }

    /**
     * Reads eight bytes as a double.
     *
     * @return the number, the least significant byte first
     * @throws EOFException if the stream ends first
     * @throws IOException if the stream is closed, or its source fails
     */
    public final double readDoubleLittleEndian() throws IOException {
        return Double.longBitsToDouble(readLongLittleEndian());
    }

    /** Reads a number that is not entirely in the buffer. */
    private long assemble(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) readUnsignedByte() << (i * Byte.SIZE);
        }
        return value;
    }
}
