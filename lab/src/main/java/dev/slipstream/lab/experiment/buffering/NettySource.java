package dev.slipstream.lab.experiment.buffering;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
