package dev.slipstream.lab.experiment.buffering;

import java.io.IOException;
import java.nio.file.Path;
import okio.BufferedSource;
import okio.Okio;

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
