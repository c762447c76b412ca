package dev.slipstream.lab.experiment.buffering;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
