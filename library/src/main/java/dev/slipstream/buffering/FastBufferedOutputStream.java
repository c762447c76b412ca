package dev.slipstream.buffering;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Buffer in front of another stream, like {@link java.io.BufferedOutputStream}, for one thread at a time: it takes no lock. It also
 * is a {@link java.io.DataOutput}, and writes numbers of several bytes in either byte order.
 * <pre>{@code
 *     try (var out = new FastBufferedOutputStream(new FileOutputStream(file))) {
 *         out.writeIntLittleEndian(values.length);
 *         for (double value : values) {
 *             out.writeDoubleLittleEndian(value);
 *         }
 *     }
 * }</pre>
 *
 * <p>Bytes reach the target in the same order and as late as with java.io's stream: when the buffer is full, and at {@link #flush}
 * and {@link #close}. Writes at least as large as the buffer bypass it. Unlike java.io's stream, a closed stream rejects writes,
 * which would be lost.
 *
 * <p><b>One thread at a time.</b> The first thread that makes the stream access its target owns the stream until it calls {@link
 * #handOver}; then the next such thread becomes the owner. The two threads must synchronize the handover by a means that orders
 * memory, such as a queue or {@link Thread#join}.
 *
 * <p><b>What is detected.</b> The stream accesses its target when the buffer is full or bypassed, and to flush. Each time it first
 * compares the current thread with the owner, and throws {@link IllegalStateException} if they differ. So it detects a second
 * thread at the latest when that thread has filled what the owner left of the buffer. <b>What is not detected</b>: a second thread
 * that writes less than that, or that uses the stream at the same time as the first after {@link #handOver}. Bytes of either
 * thread may then be lost. Any thread may call {@link #close} once the owner's last call has ended.
 *
 * @since 1.0.0
 */
public final class FastBufferedOutputStream extends BinaryOutput {
    /** The smallest size at which a system call costs no more than the copying; leaves room in the L1 cache for other data. */
    private static final int DEFAULT_SIZE = 8_192;

    private static final byte[] NONE = {};

    /** Null once the stream is closed. */
    private @Nullable OutputStream target;

    private final Owner owner = new Owner();

    /**
     * Creates a stream with a buffer of 8 KiB.
     *
     * @param target the stream to write to
     */
    public FastBufferedOutputStream(OutputStream target) {
        this(target, DEFAULT_SIZE);
    }

    /**
     * Creates a stream with a buffer of the given size.
     *
     * @param target the stream to write to
     * @param size size of the buffer in bytes, positive; {@link BufferSizes} measures the best one
     * @throws IllegalArgumentException if {@code size} is not positive
     */
    public FastBufferedOutputStream(OutputStream target, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("a buffer of " + size + " bytes");
        }
        this.target = Objects.requireNonNull(target);
        buffer = new byte[size];
    }

    // Rare calls are not passed this object, for the reason given at FastBufferedInputStream.read().
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
    @SuppressWarnings("NullAway") // Without a target, empty() throws.
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
     * Writes the content of the buffer to the target.
     *
     * @return the next position: 0
     */
    private static int emptied(@Nullable OutputStream target, Owner owner, byte[] buffer, int count) throws IOException {
        if (target == null) {
            throw new IOException("Stream closed");
        }
        owner.check();
        if (count > 0) {
            target.write(buffer, 0, count);
        }
        return 0;
    }

    /** Writes the content of the buffer, and flushes the target. Has no effect if the stream is closed. */
    @Override
    public void flush() throws IOException {
        OutputStream open = target;
        if (open != null) {
            position = emptied(open, owner, buffer, position);
            open.flush();
        }
    }

    /**
     * Leaves the stream without an owner until a thread makes it access its target. The content of the buffer stays. Must be called
     * by the owner, or after the owner has ended.
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Flushes, and closes the target even if flushing fails. If both fail, throws the exception of the close, with that of the
     * flush suppressed. Has no effect if the stream is closed.
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

    private static void close(OutputStream target, @Nullable Throwable failed) throws IOException {
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
