package dev.slipstream.buffering;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;

/** Sources and targets whose random behaviour depends only on a seed and on their position: two of the same seed behave alike. */
final class Whims {
    private Whims() {}

    private static int draw(long seed, int at, int what, int bound) {
        return new Random(seed * 1_000_003 + at * 31L + what).nextInt(bound);
    }

    /** Source that gives less than it is asked for, knows little of what is available, and fails now and then. */
    static final class Source extends InputStream {
        private final long seed;
        private final int length;
        private int at;
        private int failedAt = -1;
        private boolean closed;

        Source(long seed, int length) {
            this.seed = seed;
            this.length = length;
        }

        private byte next() {
            return (byte) draw(seed, at++, 1, 256);
        }

        private void mayFail() throws IOException {
            if (failedAt != at && draw(seed, at, 2, 40) == 0) {
                failedAt = at;
                throw new IOException("failed at " + at);
            }
        }

        @Override
        public int read() throws IOException {
            mayFail();
            return at == length ? -1 : next() & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int count) throws IOException {
            mayFail();
            if (at == length) {
                return -1;
            }
            int some = Math.min(length - at, draw(seed, at, 3, 3) == 0 ? 1 + draw(seed, at, 4, count) : count);
            for (int i = 0; i < some; i++) {
                target[from + i] = next();
            }
            return some;
        }

        @Override
        public long skip(long count) {
            int some = (int) Math.min(length - at, draw(seed, at, 5, 3) == 0 ? count / 2 : count);
            at += some;
            return some;
        }

        @Override
        public int available() {
            return switch (draw(seed, at, 6, 4)) {
                case 0 -> 0;
                case 1 -> Math.min(1, length - at);
                case 2 -> Integer.MAX_VALUE - 3;
                default -> length - at;
            };
        }

        @Override
        public void close() throws IOException {
            closed = true;
            if (draw(seed, 0, 7, 4) == 0) {
                throw new IOException("failed to close");
            }
        }

        @Override
        public String toString() {
            return "at " + at + (closed ? ", closed" : "");
        }
    }

    /** Target that keeps nothing of a write that fails. */
    static final class Target extends OutputStream {
        private final long seed;
        private final boolean fails;
        private final StringBuilder written = new StringBuilder();
        private int at;
        private int failedAt = -1;
        private int calls;

        Target(long seed, boolean fails) {
            this.seed = seed;
            this.fails = fails;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int from, int count) throws IOException {
            calls++;
            if (fails && failedAt != at && draw(seed, at, 2, 20) == 0) {
                failedAt = at;
                throw new IOException("failed at " + at);
            }
            for (int i = 0; i < count; i++) {
                written.append((char) (source[from + i] & 0xff));
            }
            at += count;
        }

        @Override
        public void flush() {
            written.append("|");
        }

        @Override
        public void close() throws IOException {
            written.append(".");
            if (draw(seed, 0, 7, 4) == 0) {
                throw new IOException("failed to close");
            }
        }

        /** Returns the number of writes, which a buffer is there to reduce. */
        int calls() {
            return calls;
        }

        @Override
        public String toString() {
            return written.toString();
        }
    }
}
