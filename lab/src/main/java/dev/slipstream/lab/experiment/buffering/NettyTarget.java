package dev.slipstream.lab.experiment.buffering;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;

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
