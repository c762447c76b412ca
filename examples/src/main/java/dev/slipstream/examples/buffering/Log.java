package dev.slipstream.examples.buffering;

import dev.slipstream.buffering.FastBufferedInputStream;
import dev.slipstream.buffering.FastBufferedOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes and reads a log several times, and measures the last time. */
final class Log {
    private static final int TIMES = 4;

    private Log() {}

    /** Buffer between the format and the file. */
    enum Way {
        NOTHING, JAVA, LIBRARY;

        private OutputStream out(Path file) throws IOException {
            OutputStream out = new FileOutputStream(file.toFile());
            return switch (this) {
                case NOTHING -> out;
                case JAVA -> new BufferedOutputStream(out);
                case LIBRARY -> new FastBufferedOutputStream(out);
            };
        }

        private InputStream in(Path file) throws IOException {
            InputStream in = new FileInputStream(file.toFile());
            return switch (this) {
                case NOTHING -> in;
                case JAVA -> new BufferedInputStream(in);
                case LIBRARY -> new FastBufferedInputStream(in);
            };
        }
    }

    /**
     * Result of a run.
     *
     * @param writeNanos nanoseconds to write a measurement
     * @param readNanos nanoseconds to read a measurement
     * @param digest digest of the measurements read
     */
    record Result(double writeNanos, double readNanos, String digest) {
        static Result parse(String line) {
            String[] fields = line.split(" ");
            return new Result(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]), fields[2]);
        }

        @Override
        public String toString() {
            return writeNanos + " " + readNanos + " " + digest;
        }
    }

    /** Writes and reads a number of measurements in one way. */
    static Result run(Way way, int count) throws IOException {
        Path file = Files.createTempFile("slipstream-measurements", ".pb");
        try {
            Result result = null;
            for (int i = 0; i < TIMES; i++) {
                result = once(way, count, file);
            }
            return result;
        } finally {
            Files.delete(file);
        }
    }

    private static Result once(Way way, int count, Path file) throws IOException {
        long start = System.nanoTime();
        try (OutputStream out = way.out(file)) {
            Measurements.write(out, count);
        }
        long written = System.nanoTime();
        try (InputStream in = way.in(file)) {
            long digest = Measurements.digest(in);
            return new Result((written - start) / (double) count, (System.nanoTime() - written) / (double) count,
                    Long.toHexString(digest));
        }
    }

    /**
     * Prints the {@link Result}.
     *
     * @param args the way, and the number of measurements
     */
    public static void main(String[] args) throws IOException {
        System.out.println(run(Way.valueOf(args[0]), Integer.parseInt(args[1])));
    }
}
