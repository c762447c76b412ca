package dev.slipstream.cli.bake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A stream that compares what is written to it with a file. Not thread-safe. */
final class Matching extends OutputStream {
    private final InputStream file;
    private boolean matches = true;

    Matching(Path file) throws IOException {
        this.file = Files.newInputStream(file);
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        matches = matches && Arrays.equals(file.readNBytes(length), 0, length, bytes, from, from + length);
    }

    /** Returns whether the file has these bytes and no others. Ends the comparison. */
    boolean matches() throws IOException {
        return matches && file.read() < 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
