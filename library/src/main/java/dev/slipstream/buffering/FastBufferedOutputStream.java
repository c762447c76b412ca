package dev.slipstream.buffering;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A buffer in front of another stream, as {@link java.io.BufferedOutputStream}, for one thread at a time: no lock is taken. With
 * it, numbers of several bytes, in either order, as {@link java.io.DataOutputStream} has them, and whole arrays of them.
 * <pre>{@code
 *     try (var out = new FastBufferedOutputStream(new FileOutputStream(file))) {
 *         out.writeIntLittleEndian(values.length);
 *         out.writeDoubles(values, 0, values.length, ByteOrder.LITTLE_ENDIAN);
 *     }
 * }</pre>
 *
 * <p>What is written arrives in the same order and as late as with java.io's stream: when the buffer is full, and at {@link
 * #flush} and {@link #close}. Writes that are as large as the buffer go straight through. Other than java.io's it does not accept
 * anything once it is closed, which would be lost.
 *
 * <p><b>One thread at a time.</b> The thread that first makes the stream turn to its target owns it, until it calls {@link
 * #handOver}; then the next thread that does is the owner. Whoever hands over must let the other thread know by something that
 * orders memory, such as a queue or {@link Thread#join}.
 *
 * <p><b>What is noticed.</b> Each time the stream turns to its target, since its buffer is full, or to write past it, or to
 * flush, it compares the current thread with the owner, and throws {@link IllegalStateException} before anything is written if it
 * is another. So a second thread is noticed at the latest when it has filled what the owner had left of the buffer. <b>What is
 * not</b>: a second thread that writes less than that, or comes after {@link #handOver} together with the first; bytes of either
 * may be lost then. {@link #close} may be called by any thread, once the owner's last call has ended.
 */
public final class FastBufferedOutputStream extends BinaryOutput {
    /** From here on a system call costs no more than what it copies, and the buffer leaves room for others in the L1 cache. */
    private static final int DEFAULT_SIZE = 8_192;

    private static final byte[] NONE = {};

    /** Null once it is closed. */
    private OutputStream target;

    private final Owner owner = new Owner();

    /**
     * With a buffer of 8 KiB.
     *
     * @param target what to write to
     */
    public FastBufferedOutputStream(OutputStream target) {
        this(target, DEFAULT_SIZE);
    }

    /**
     * With a buffer of some size.
     *
     * @param target what to write to
     * @param size of the buffer, in bytes, positive; {@link BufferSizes} measures which is best
     * @throws IllegalArgumentException if it is not positive
     */
    public FastBufferedOutputStream(OutputStream target, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("a buffer of " + size + " bytes");
        }
        this.target = Objects.requireNonNull(target);
        buffer = new byte[size];
    }

    // What is rarely called from here is not handed this object, for the reason that FastBufferedInputStream.read() has.
    @Override
    public void write(int value) throws IOException {
        int at = position;
        byte[] bytes = buffer;
        if (at == bytes.length) {
            at = emptied(target, owner, bytes, at);
        }
        bytes[at] = (byte) value;
        position = at + 1;
    }

    @Override
    public void write(byte[] source, int from, int count) throws IOException {
        Objects.checkFromIndexSize(from, count, source.length);
        int at = position;
        if (count < buffer.length && count <= buffer.length - at) {
            System.arraycopy(source, from, buffer, at, count);
            position = at + count;
        } else if (count < buffer.length) {
            empty();
            System.arraycopy(source, from, buffer, 0, count);
            position = count;
        } else {
            empty();
            target.write(source, from, count);
        }
    }

    /** Leaves the buffer as it is if the target fails. */
    private void empty() throws IOException {
        position = emptied(target, owner, buffer, position);
    }

    /**
     * Writes what is in the buffer.
     *
     * @return where the next byte goes: the beginning
     */
    private static int emptied(OutputStream target, Owner owner, byte[] buffer, int count) throws IOException {
        if (target == null) {
            throw new IOException("Stream closed");
        }
        owner.check();
        if (count > 0) {
            target.write(buffer, 0, count);
        }
        return 0;
    }

    /** Writes what waits, and has the target do so too. Has no effect if the stream is closed. */
    @Override
    public void flush() throws IOException {
        OutputStream open = target;
        if (open != null) {
            position = emptied(open, owner, buffer, position);
            open.flush();
        }
    }

    /**
     * The stream belongs to nobody until a thread makes it turn to its target; what waits in the buffer stays there. To be called
     * by the owner, or when the owner has ended.
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Flushes, and closes the target, whether or not that fails; if both fail, the exception of the latter has the other. Has no
     * effect if the stream is closed.
     */
    @Override
    public void close() throws IOException {
        OutputStream open = target;
        if (open == null) {
            return;
        }
        owner.handOver();
        Throwable failed = null;
        try {
            flush();
        } catch (Throwable flushing) {
            failed = flushing;
            throw flushing;
        } finally {
            target = null;
            buffer = NONE;
            position = 0;
            close(open, failed);
        }
    }

    private static void close(OutputStream target, Throwable failed) throws IOException {
        try {
            target.close();
        } catch (Throwable closing) {
            if (failed != null && failed != closing) {
                closing.addSuppressed(failed);
            }
            throw closing;
        }
    }
}
