package dev.slipstream.lab.experiment.text;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The destination of lines: the memory of a buffered stream that never fills up. */
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

    /** Returns the length of the last line, in bytes. */
    int length() {
        return length;
    }

    /** Returns the last line. */
    String line() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
