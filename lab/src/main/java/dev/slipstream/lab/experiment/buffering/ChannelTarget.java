package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

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
