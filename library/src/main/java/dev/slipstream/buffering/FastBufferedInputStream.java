package dev.slipstream.buffering;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A buffer in front of another stream, as {@link java.io.BufferedInputStream}, for one thread at a time: no lock is taken. With
 * it, numbers of several bytes, in either order, as {@link java.io.DataInputStream} has them, and whole arrays of them.
 * <pre>{@code
 *     try (var in = new FastBufferedInputStream(new FileInputStream(file))) {
 *         int count = in.readIntLittleEndian();
 *         in.readDoubles(values, 0, count, ByteOrder.LITTLE_ENDIAN);
 *     }
 * }</pre>
 *
 * <p>Bytes, positions, marks and exceptions are those of java.io's stream with a buffer of the same size. Reads that are as
 * large as the buffer go straight through while there is no mark.
 *
 * <p><b>One thread at a time.</b> The thread that first makes the stream turn to its source owns it, until it calls {@link
 * #handOver}; then the next thread that does is the owner. Whoever hands over must let the other thread know by something that
 * orders memory, such as a queue or {@link Thread#join}.
 *
 * <p><b>What is noticed.</b> Each time the stream turns to its source, since its buffer is used up, or to read past it, to skip,
 * or to ask what is available, it compares the current thread with the owner, and throws {@link IllegalStateException} before
 * anything is read if it is another. So a second thread is noticed at the latest when it has used up what the owner had in the
 * buffer. <b>What is not</b>: a second thread that reads less than that, or only marks, resets or closes, or comes after {@link
 * #handOver} together with the first; both may see the same bytes then, or miss some. {@link #close} may be called by any thread,
 * once the owner's last call has ended.
 */
public final class FastBufferedInputStream extends BinaryInput {
    /** From here on a system call costs no more than what it copies, and the buffer leaves room for others in the L1 cache. */
    private static final int DEFAULT_SIZE = 8_192;

    private static final byte[] NONE = {};

    /** Null once it is closed. */
    private InputStream source;

    private final int size;
    private final Owner owner = new Owner();

    /** Where a reset leads to; negative if there is no mark. */
    private int mark = -1;

    private int markLimit;

    /**
     * With a buffer of 8 KiB.
     *
     * @param source what to read from
     */
    public FastBufferedInputStream(InputStream source) {
        this(source, DEFAULT_SIZE);
    }

    /**
     * With a buffer of some size.
     *
     * @param source what to read from
     * @param size of the buffer, in bytes, positive; {@link BufferSizes} measures which is best
     * @throws IllegalArgumentException if it is not positive
     */
    public FastBufferedInputStream(InputStream source, int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("a buffer of " + size + " bytes");
        }
        this.source = Objects.requireNonNull(source);
        this.size = size;
        buffer = NONE;
    }

    // C2 does not build in what is rarely called. As long as that is not handed this object, a method that makes a stream, reads
    // it and lets go of it needs no such object: position and limit are in registers, and no byte waits until the position has
    // been written to memory and read again. So all that changes a field on the way is here; and close() is no longer than 35
    // bytes of code, which are built in even where it is called once.
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
            // The same as below. Where the two ways met before it, a byte took 1.7 times as long in every third JVM.
            position = at + 1;
            return bytes[at] & 0xff;
        }
        position = at + 1;
        return buffer[at] & 0xff;
    }

    /** What comes after the mark, at the beginning of an array with more room, which is no more than was asked for. */
    private static byte[] room(byte[] buffer, int mark, int kept, int most) {
        int doubled = kept > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE - Long.BYTES : kept * 2;
        byte[] roomy = mark > 0 ? buffer : new byte[Math.min(doubled, most)];
        System.arraycopy(buffer, mark, roomy, 0, kept);
        return roomy;
    }

    /** Reads once, when all that was in the buffer has been read. */
    private void fill() throws IOException {
        if (read() >= 0) {
            position--;
        }
    }

    /**
     * Reads until as much has been read as was asked for, the source says that nothing more is {@linkplain
     * InputStream#available available} without waiting, or the stream ends.
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

    private static InputStream open(InputStream source, Owner owner) throws IOException {
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

    /** {@inheritDoc} The rest of the source goes straight to the target, unless a mark asks for it. */
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

    // The method that this overrides is synchronized; here nothing is.
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
     * The stream belongs to nobody until a thread makes it turn to its source. To be called by the owner, or when the owner has
     * ended.
     */
    public void handOver() {
        owner.handOver();
    }

    /** Closes the source; what is in the buffer is gone. Has no effect if it is closed. */
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
