package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.io.OutputStream;
import okio.BufferedSink;
import okio.Okio;

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
