package dev.slipstream.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link Storage} that can be written out. Text whose encoding equals its form in memory is handed over directly. Other text,
 * unless the target is an array, is first encoded into an array, which is kept.
 */
abstract class Encoded extends Storage {
    private byte @Nullable [] encoded;

    Encoded(int capacity) {
        super(capacity);
    }

    /**
     * Returns the length of the text in UTF-8.
     *
     * @return at least {@code length()}, except where an unpaired surrogate becomes a question mark
     * @throws OutOfMemoryError if the length exceeds that of any array
     */
    public int utf8Length() {
        return !wide && Encoding.isAscii(bytes, length) ? length : otherUtf8Length();
    }

    private int otherUtf8Length() {
        long bytesNeeded = wide ? Encoding.utf8Length(chars, length) : (long) length + Encoding.beyondAscii(bytes, length);
        if (bytesNeeded > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("a text of " + bytesNeeded + " bytes");
        }
        return (int) bytesNeeded;
    }

    /**
     * Writes the text as UTF-8.
     *
     * @param target an array
     * @param offset the index of the first byte in the array
     * @return the number of bytes written
     * @throws IndexOutOfBoundsException if there is no room for all of it; nothing is written then
     */
    public int writeUtf8(byte[] target, int offset) {
        int count = utf8Length();
        Objects.checkFromIndexSize(offset, count, target.length);
        utf8(target, offset, count);
        return count;
    }

    /**
     * Writes the text as UTF-8 at the buffer's position, which advances.
     *
     * @param target a buffer; for a {@code MemorySegment} its {@code asByteBuffer()}
     * @return the number of bytes written
     * @throws BufferOverflowException if there is no room for all of it; nothing is written then
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     */
    public int writeUtf8(ByteBuffer target) {
        int count = utf8Length();
        if (!wide && count == length) {
            target.put(bytes, 0, count);
        } else if (target.hasArray()) {
            need(target, count);
            utf8(target.array(), target.arrayOffset() + target.position(), count);
            target.position(target.position() + count);
        } else {
            need(target, count);
            target.put(utf8(count), 0, count);
        }
        return count;
    }

    /**
     * Writes the text as UTF-8, in one call.
     *
     * @param target a stream, which may get the buffer's own array, and may only read it, and only during the call, as the contract
     *         of {@link OutputStream#write(byte[], int, int)} demands
     * @return the number of bytes written
     * @throws IOException if the stream throws it
     */
    public int writeUtf8(OutputStream target) throws IOException {
        int count = utf8Length();
        target.write(!wide && count == length ? bytes : utf8(count), 0, count);
        return count;
    }

    /**
     * Writes the text as Latin-1, with a question mark for each character beyond it.
     *
     * @param target an array
     * @param offset the index of the first byte in the array
     * @return the number of bytes written: one for each character, also for a surrogate pair
     * @throws IndexOutOfBoundsException if there is no room for all of it; nothing is written then
     */
    public int writeLatin1(byte[] target, int offset) {
        int count = latin1Length();
        Objects.checkFromIndexSize(offset, count, target.length);
        latin1(target, offset, count);
        return count;
    }

    /**
     * Writes the text as Latin-1 at the buffer's position, which advances, with a question mark for each character beyond it.
     *
     * @param target a buffer; for a {@code MemorySegment} its {@code asByteBuffer()}
     * @return the number of bytes written
     * @throws BufferOverflowException if there is no room for all of it; nothing is written then
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     */
    public int writeLatin1(ByteBuffer target) {
        int count = latin1Length();
        need(target, count);
        target.put(latin1(count), 0, count);
        return count;
    }

    /**
     * Writes the text as Latin-1, in one call, with a question mark for each character beyond it.
     *
     * @param target a stream, which may get the buffer's own array, as in {@link #writeUtf8(OutputStream)}
     * @return the number of bytes written
     * @throws IOException if the stream throws it
     */
    public int writeLatin1(OutputStream target) throws IOException {
        int count = latin1Length();
        target.write(latin1(count), 0, count);
        return count;
    }

    private static void need(ByteBuffer target, int count) {
        if (target.remaining() < count) {
            throw new BufferOverflowException();
        }
    }

    private int latin1Length() {
        return wide ? Encoding.latin1Length(chars, length) : length;
    }

    private void utf8(byte[] target, int offset, int count) {
        if (wide) {
            Encoding.utf8(chars, length, target, offset);
        } else if (count == length) {
            System.arraycopy(bytes, 0, target, offset, count);
        } else {
            Encoding.utf8(bytes, length, target, offset);
        }
    }

    private void latin1(byte[] target, int offset, int count) {
        if (wide) {
            Encoding.latin1(chars, length, target, offset);
        } else {
            System.arraycopy(bytes, 0, target, offset, count);
        }
    }

    private byte[] utf8(int count) {
        byte[] all = encoded(count);
        utf8(all, 0, count);
        return all;
    }

    private byte[] latin1(int count) {
        if (!wide) {
            return bytes;
        }
        byte[] all = encoded(count);
        latin1(all, 0, count);
        return all;
    }

    private byte[] encoded(int count) {
        if (encoded == null || encoded.length < count) {
            encoded = new byte[Math.max(count, bytes.length)];
        }
        return encoded;
    }

    @Override
    void release(int capacity) {
        super.release(capacity);
        encoded = null;
    }
}
