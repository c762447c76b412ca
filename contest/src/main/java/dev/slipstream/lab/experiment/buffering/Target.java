package dev.slipstream.lab.experiment.buffering;

import dev.slipstream.buffering.FastBufferedOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import okio.BufferedSink;
import okio.Okio;
import org.apache.commons.io.output.UnsynchronizedByteArrayOutputStream;

/** A way to write a file, with its own loops, like {@link Source}. */
interface Target {
    /**
     * Opens a file.
     *
     * @param through the kind of stream, as in {@link FileInPieces#through}
     */
    static Target open(String through, RandomAccessFile file, int buffer, int room) throws IOException {
        FileOutputStream out = new FileOutputStream(file.getFD());
        return switch (through) {
            case "unbuffered" -> new StreamTarget(out);
            case "java" -> new StreamTarget(new BufferedOutputStream(out, buffer));
            case "library" -> new StreamTarget(new FastBufferedOutputStream(out, buffer));
            case "commons" -> new CommonsTarget(out, room);
            case "channel" -> new ChannelTarget(file.getChannel(), ByteBuffer.allocateDirect(room));
            case "okio" -> new OkioTarget(out);
            case "netty" -> new NettyTarget(file.getChannel(), room);
            default -> throw new IllegalArgumentException(through);
        };
    }

    /**
     * Writes bytes one at a time.
     *
     * @param count the number of bytes
     */
    void writeBytes(int count) throws IOException;

    /**
     * Writes pieces one at a time.
     *
     * @param piece the content of each piece
     * @param count the number of pieces
     */
    void writePieces(byte[] piece, int count) throws IOException;

    /** Writes all buffered bytes to the file. */
    void flush() throws IOException;

    /** Target through any java.io stream. */
    record StreamTarget(OutputStream out) implements Target {
        @Override
        public void writeBytes(int count) throws IOException {
            OutputStream to = out;
            for (int i = 0; i < count; i++) {
                to.write(i);
            }
        }

        @Override
        public void writePieces(byte[] piece, int count) throws IOException {
            OutputStream to = out;
            for (int i = 0; i < count; i++) {
                to.write(piece, 0, piece.length);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }

    /** A channel with a direct buffer, large enough for at least one piece. */
    record ChannelTarget(FileChannel out, ByteBuffer buffer) implements Target {
        @Override
        public void writeBytes(int count) throws IOException {
            ByteBuffer to = buffer;
            for (int i = 0; i < count; i++) {
                if (!to.hasRemaining()) {
                    flush();
                }
                to.put((byte) i);
            }
        }

        @Override
        public void writePieces(byte[] piece, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                if (buffer.remaining() < piece.length) {
                    flush();
                }
                buffer.put(piece);
            }
        }

        @Override
        public void flush() throws IOException {
            buffer.flip();
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            buffer.clear();
        }
    }

    /**
     * Commons IO: an unsynchronized byte array stream, written out when full, as there is no unsynchronized buffered output stream.
     */
    final class CommonsTarget implements Target {
        private final OutputStream file;
        private final int size;
        private final UnsynchronizedByteArrayOutputStream out;

        CommonsTarget(OutputStream file, int size) {
            this.file = file;
            this.size = size;
            out = UnsynchronizedByteArrayOutputStream.builder().setBufferSize(size).get();
        }

        @Override
        public void writeBytes(int count) throws IOException {
            UnsynchronizedByteArrayOutputStream to = out;
            for (int i = 0; i < count; i++) {
                if (to.size() == size) {
                    flush();
                }
                to.write(i);
            }
        }

        @Override
        public void writePieces(byte[] piece, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                if (out.size() + piece.length > size) {
                    flush();
                }
                out.write(piece, 0, piece.length);
            }
        }

        @Override
        public void flush() throws IOException {
            out.writeTo(file);
            out.reset();
        }
    }

    /** Okio, with its own segments of 8 KiB; their size is fixed. */
    record OkioTarget(BufferedSink out) implements Target {
        OkioTarget(OutputStream file) {
            this(Okio.buffer(Okio.sink(file)));
        }

        @Override
        public void writeBytes(int count) throws IOException {
            BufferedSink to = out;
            for (int i = 0; i < count; i++) {
                to.writeByte(i);
            }
        }

        @Override
        public void writePieces(byte[] piece, int count) throws IOException {
            BufferedSink to = out;
            for (int i = 0; i < count; i++) {
                to.write(piece, 0, piece.length);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }

    /** Netty: a stream on a direct buffer of the default allocator, large enough for at least one piece. */
    final class NettyTarget implements Target {
        private final FileChannel file;
        private final ByteBuf buffer;
        private final ByteBufOutputStream out;

        NettyTarget(FileChannel file, int size) {
            this.file = file;
            buffer = ByteBufAllocator.DEFAULT.directBuffer(size, size);
            out = new ByteBufOutputStream(buffer);
        }

        @Override
        public void writeBytes(int count) throws IOException {
            ByteBuf room = buffer;
            ByteBufOutputStream to = out;
            for (int i = 0; i < count; i++) {
                if (!room.isWritable()) {
                    flush();
                }
                to.write(i);
            }
        }

        @Override
        public void writePieces(byte[] piece, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                if (buffer.writableBytes() < piece.length) {
                    flush();
                }
                out.write(piece, 0, piece.length);
            }
        }

        @Override
        public void flush() throws IOException {
            while (buffer.isReadable()) {
                buffer.readBytes(file, buffer.readableBytes());
            }
            buffer.clear();
        }
    }
}
