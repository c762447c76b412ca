package dev.slipstream.lab.experiment.buffering;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

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
