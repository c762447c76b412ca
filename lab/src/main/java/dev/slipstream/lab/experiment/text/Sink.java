package dev.slipstream.lab.experiment.text;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Where lines go: into the memory of a buffered stream that never becomes full. */
final class Sink extends OutputStream {
    private final byte[] bytes = new byte[4_096];
    private int length;

    @Override
    public void write(int single) {
        throw new UnsupportedOperationException("a line is written at once");
    }

    @Override
    public void write(byte[] from, int start, int count) {
        System.arraycopy(from, start, bytes, 0, count);
        length = count;
    }

    /** How long the last line was. */
    int length() {
        return length;
    }

    /** The last line. */
    String line() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
