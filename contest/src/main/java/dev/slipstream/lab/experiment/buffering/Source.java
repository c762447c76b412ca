package dev.slipstream.lab.experiment.buffering;

import dev.slipstream.buffering.FastBufferedInputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import okio.BufferedSource;
import okio.Okio;
import org.apache.commons.io.input.UnsynchronizedBufferedInputStream;

/**
 * A way to read a file. Each implementation has its own loops, with the source in a local variable, so that the loop calls the
 * source as directly as an application would.
 */
interface Source extends Closeable {
    /**
     * Opens a file.
     *
     * @param through the kind of stream, as in {@link FileInPieces#through}
     */
    static Source open(String through, Path file, int buffer, ByteBuffer direct) throws IOException {
        return switch (through) {
            case "unbuffered" -> new StreamSource(new FileInputStream(file.toFile()));
            case "java" -> new StreamSource(new BufferedInputStream(new FileInputStream(file.toFile()), buffer));
            case "library" -> new StreamSource(new FastBufferedInputStream(new FileInputStream(file.toFile()), buffer));
            case "commons" -> new StreamSource(new UnsynchronizedBufferedInputStream.Builder()
                    .setInputStream(new FileInputStream(file.toFile())).setBufferSize(buffer).get());
            case "channel" -> new ChannelSource(file, direct);
            case "okio" -> new OkioSource(file);
            case "netty" -> new NettySource(file, direct.capacity());
            default -> throw new IllegalArgumentException(through);
        };
    }

    /**
     * Reads bytes one at a time.
     *
     * @param count the number of bytes; the file has at least as many left
     * @return their sum
     */
    long readBytes(int count) throws IOException;

    /**
     * Reads pieces one at a time.
     *
     * @param piece receives each piece; its length is the piece's size
     * @param count the number of pieces; the file has at least as many left
     */
    void readPieces(byte[] piece, int count) throws IOException;

    /** Source through any java.io stream. */
    record StreamSource(InputStream in) implements Source {
        @Override
        public long readBytes(int count) throws IOException {
            InputStream from = in;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                int value = from.read();
                if (value < 0) {
                    throw new EOFException();
                }
                sum += value;
            }
            return sum;
        }

        @Override
        public void readPieces(byte[] piece, int count) throws IOException {
            InputStream from = in;
            for (int i = 0; i < count; i++) {
                int done = 0;
                while (done < piece.length) {
                    int some = from.read(piece, done, piece.length - done);
                    if (some < 0) {
                        throw new EOFException();
                    }
                    done += some;
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** A channel with a direct buffer, large enough for at least one piece. */
    record ChannelSource(FileChannel in, ByteBuffer buffer) implements Source {
        ChannelSource(Path file, ByteBuffer buffer) throws IOException {
            this(FileChannel.open(file, StandardOpenOption.READ), buffer);
            buffer.position(0).limit(0);
        }

        @Override
        public long readBytes(int count) throws IOException {
            ByteBuffer from = buffer;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                if (!from.hasRemaining()) {
                    fill(1);
                }
                sum += from.get() & 0xff;
            }
            return sum;
        }

        @Override
        public void readPieces(byte[] piece, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                if (buffer.remaining() < piece.length) {
                    fill(piece.length);
                }
                buffer.get(piece);
            }
        }

        private void fill(int least) throws IOException {
            buffer.compact();
            while (buffer.position() < least) {
                if (in.read(buffer) < 0) {
                    throw new EOFException();
                }
            }
            buffer.flip();
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Okio, with its own segments of 8 KiB; their size is fixed. */
    record OkioSource(BufferedSource in) implements Source {
        OkioSource(Path file) throws IOException {
            this(Okio.buffer(Okio.source(file)));
        }

        @Override
        public long readBytes(int count) throws IOException {
            BufferedSource from = in;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += from.readByte() & 0xff;
            }
            return sum;
        }

        @Override
        public void readPieces(byte[] piece, int count) throws IOException {
            BufferedSource from = in;
            for (int i = 0; i < count; i++) {
                from.readFully(piece);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Netty: a stream on a direct buffer of the default allocator, large enough for at least one piece. */
    final class NettySource implements Source {
        private final FileChannel file;
        private final ByteBuf buffer;
        private ByteBufInputStream in;

        NettySource(Path path, int size) throws IOException {
            file = FileChannel.open(path, StandardOpenOption.READ);
            buffer = ByteBufAllocator.DEFAULT.directBuffer(size, size);
            in = new ByteBufInputStream(buffer);
        }

        @Override
        public long readBytes(int count) throws IOException {
            ByteBufInputStream from = in;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                int value = from.read();
                if (value < 0) {
                    fill();
                    from = in;
                    value = from.read();
                }
                sum += value;
            }
            return sum;
        }

        @Override
        public void readPieces(byte[] piece, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                int done = 0;
                while (done < piece.length) {
                    int some = in.read(piece, done, piece.length - done);
                    if (some < 0) {
                        fill();
                    } else {
                        done += some;
                    }
                }
            }
        }

        /** Fills the buffer and creates a new stream, since a stream ends where its buffer ended at the stream's creation. */
        private void fill() throws IOException {
            buffer.clear();
            if (buffer.writeBytes(file, buffer.capacity()) < 0) {
                throw new EOFException();
            }
            in = new ByteBufInputStream(buffer);
        }

        @Override
        public void close() throws IOException {
            buffer.release();
            file.close();
        }
    }
}
