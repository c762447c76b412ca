package dev.slipstream.buffering;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Buffer in front of another stream, like {@link java.io.BufferedInputStream}, for one thread at a time: it takes no lock. It also
 * is a {@link java.io.DataInput}, and reads numbers of several bytes in either byte order.
 * <pre>{@code
 *     try (var in = new FastBufferedInputStream(new FileInputStream(file))) {
 *         int count = in.readIntLittleEndian();
 *         for (int i = 0; i < count; i++) {
 *             values[i] = in.readDoubleLittleEndian();
 *         }
 *     }
 * }</pre>
 *
 * <p>Bytes, positions, marks and exceptions are those of java.io's stream with a buffer of the same size. While there is no mark,
 * reads at least as large as the buffer bypass it.
 *
 * <p><b>One thread at a time.</b> The first thread that makes the stream access its source owns the stream until it calls {@link
 * #handOver}; then the next such thread becomes the owner. The two threads must synchronize the handover by a means that orders
 * memory, such as a queue or {@link Thread#join}.
 *
 * <p><b>What is detected.</b> The stream accesses its source when the buffer is used up or bypassed, to skip, and to ask what is
 * available. Each time it first compares the current thread with the owner, and throws {@link IllegalStateException} if they
 * differ. So it detects a second thread at the latest when that thread has used up what the owner left in the buffer. <b>What is
 * not detected</b>: a second thread that reads less than that, that only marks, resets or closes, or that uses the stream at the
 * same time as the first after {@link #handOver}. Both threads may then see the same bytes, or miss some. Any thread may call
 * {@link #close} once the owner's last call has ended.
 *
 * @since 1.0.0
 */
public final class FastBufferedInputStream extends BinaryInput {
    /** The smallest size at which a system call costs no more than the copying; leaves room in the L1 cache for other data. */
    private static final int DEFAULT_SIZE = 8_192;

    private static final byte[] NONE = {};

    /** Null once the stream is closed. */
    private @Nullable InputStream source;

    private final int size;
    private final Owner owner = new Owner();

    /** The position that a reset restores; negative if there is no mark. */
    private int mark = -1;

    private int markLimit;

    /**
     * Creates a stream with a buffer of 8 KiB.
     *
     * @param source the stream to read from
     */
    public FastBufferedInputStream(InputStream source) {
        this(source, DEFAULT_SIZE);
    }

    /**
     * Creates a stream with a buffer of the given size.
     *
     * @param source the stream to read from
     * @param size size of the buffer in bytes, positive; {@link BufferSizes} measures the best one
     * @throws IllegalArgumentException if {@code size} is not positive
     */
    public FastBufferedInputStream(InputStream source, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("a buffer of " + size + " bytes");
        }
        this.source = Objects.requireNonNull(source);
        this.size = size;
        buffer = NONE;
    }

    // C2 does not inline rarely executed calls. As long as this object is not passed to one, it does not escape from a method that
    // creates a stream, reads it and drops it. Then position and limit stay in registers, and no read waits for the position to be
    // stored and loaded again. So all code of this path that changes a field is here, and close() is at most 35 bytes of bytecode,
    // which C2 inlines even at a rare call.
    @Override
    public int read() throws IOException {
        int at = position;
        if (at == limit) {
            InputStream open = open(source, owner);
            byte[] bytes = buffer;
            if (bytes.length == 0) {
                bytes = new byte[size];
            }
            if (mark < 0) {
                at = 0;
            } else if (at == bytes.length) {
                int kept = at - mark;
                if (mark == 0 && kept >= markLimit) {
                    mark = -1;
                    at = 0;
                } else {
                    bytes = room(bytes, mark, kept, markLimit);
                    mark = 0;
                    at = kept;
                }
            }
            buffer = bytes;
            position = at;
            limit = at;
            int some = open.read(bytes, at, bytes.length - at);
            if (some <= 0) {
                return -1;
            }
            limit = at + some;
            // Duplicates the lines below: when the paths joined before them, a byte took 1.7 times as long in every third JVM.
            position = at + 1;
            return bytes[at] & 0xff;
        }
        position = at + 1;
        return buffer[at] & 0xff;
    }

    /** Moves the bytes after the mark to the start of an array with more room, but no more than the mark's limit. */
    private static byte[] room(byte[] buffer, int mark, int kept, int most) {
        int doubled = kept > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE - Long.BYTES : kept * 2;
        byte[] roomy = mark > 0 ? buffer : new byte[Math.min(doubled, most)];
        System.arraycopy(buffer, mark, roomy, 0, kept);
        return roomy;
    }

    /** Refills the used-up buffer by one read. */
    private void fill() throws IOException {
        if (read() >= 0) {
            position--;
        }
    }

    /**
     * Reads until {@code count} bytes are read, the source reports that no more are {@linkplain InputStream#available available}
     * without waiting, or the stream ends.
     */
    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        int at = position;
        if (count > 0 && count <= limit - at && from >= 0 && from <= target.length - count) {
            System.arraycopy(buffer, at, target, from, count);
            position = at + count;
            return count;
        }
        return readRepeatedly(target, from, count);
    }

    private int readRepeatedly(byte[] target, int from, int count) throws IOException {
        InputStream open = open();
        Objects.checkFromIndexSize(from, count, target.length);
        if (count == 0) {
            return 0;
        }
        int done = 0;
        while (true) {
            int some = readOnce(open, target, from + done, count - done);
            if (some <= 0) {
                return done == 0 ? some : done;
            }
            done += some;
            if (done == count || open.available() <= 0) {
                return done;
            }
        }
    }

    private int readOnce(InputStream open, byte[] target, int from, int count) throws IOException {
        if (position == limit) {
            if (count >= Math.max(size, buffer.length) && mark < 0) {
                return open.read(target, from, count);
            }
            fill();
            if (position == limit) {
                return -1;
            }
        }
        int some = Math.min(limit - position, count);
        System.arraycopy(buffer, position, target, from, some);
        position += some;
        return some;
    }

    private InputStream open() throws IOException {
        return open(source, owner);
    }

    private static InputStream open(@Nullable InputStream source, Owner owner) throws IOException {
        if (source == null) {
            throw new IOException("Stream closed");
        }
        owner.check();
        return source;
    }

    @Override
    public long skip(long count) throws IOException {
        InputStream open = open();
        if (count <= 0) {
            return 0;
        }
        if (position == limit) {
            if (mark < 0) {
                return open.skip(count);
            }
            fill();
        }
        int some = (int) Math.min(limit - position, count);
        position += some;
        return some;
    }

    @Override
    public int available() throws IOException {
        int inSource = open().available();
        int inBuffer = limit - position;
        return inBuffer > Integer.MAX_VALUE - inSource ? Integer.MAX_VALUE : inBuffer + inSource;
    }

    /** {@inheritDoc} While there is no mark, the rest of the source bypasses the buffer. */
    @Override
    public long transferTo(OutputStream target) throws IOException {
        Objects.requireNonNull(target);
        if (mark >= 0) {
            return super.transferTo(target);
        }
        InputStream open = open();
        int some = limit - position;
        if (some > 0) {
            target.write(buffer, position, some);
            position = limit;
        }
        long more = open.transferTo(target);
        return more > Long.MAX_VALUE - some ? Long.MAX_VALUE : some + more;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    // Overrides a synchronized method without synchronization.
    @Override
    public void mark(int readLimit) {
        markLimit = readLimit;
        mark = position;
    }

    @Override
    public void reset() throws IOException {
        if (source == null) {
            throw new IOException("Stream closed");
        }
        if (mark < 0) {
            throw new IOException("Resetting to invalid mark");
        }
        position = mark;
    }

    /**
     * Leaves the stream without an owner until a thread makes it access its source. Must be called by the owner, or after the owner
     * has ended.
     */
    public void handOver() {
        owner.handOver();
    }

    /** Closes the source and discards the buffer. Has no effect if the stream is closed. */
    @Override
    public void close() throws IOException {
        InputStream open = source;
        source = null;
        buffer = NONE;
        position = limit;
        if (open != null) {
            open.close();
        }
    }
}
