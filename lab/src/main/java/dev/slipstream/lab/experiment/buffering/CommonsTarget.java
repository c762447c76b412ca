package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.commons.io.output.UnsynchronizedByteArrayOutputStream;

/** Commons IO: an unsynchronized byte array stream, written out when full, as there is no unsynchronized buffered output stream. */
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
