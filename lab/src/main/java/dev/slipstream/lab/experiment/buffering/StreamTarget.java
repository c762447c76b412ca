package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.io.OutputStream;

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
