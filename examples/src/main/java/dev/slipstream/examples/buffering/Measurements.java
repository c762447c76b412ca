package dev.slipstream.examples.buffering;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;

/**
 * Measurements in the wire format of Protocol Buffers, each after its length. The message is
 * <pre>{@code
 *     message Measurement { uint64 sensor = 1; uint64 micros = 2; sint64 value = 3; }
 * }</pre>
 */
final class Measurements {
    private static final int SENSORS = 1_000;
    private static final int SENSOR = 1 << 3;
    private static final int MICROS = 2 << 3;
    private static final int VALUE = 3 << 3;
    private static final int VARINT = 0;

    private Measurements() {}

    /** Writes measurements, the same every time. */
    static void write(OutputStream out, int count) throws IOException {
        Random random = new Random(1);
        long micros = 0;
        for (int i = 0; i < count; i++) {
            int sensor = random.nextInt(SENSORS);
            micros += random.nextInt(1_000);
            long value = Math.round(random.nextGaussian() * 10_000);
            long zigzag = value << 1 ^ value >> 63;
            out.write(3 + length(sensor) + length(micros) + length(zigzag));
            out.write(SENSOR | VARINT);
            varint(out, sensor);
            out.write(MICROS | VARINT);
            varint(out, micros);
            out.write(VALUE | VARINT);
            varint(out, zigzag);
        }
    }

    private static int length(long number) {
        return Math.max(1, (70 - Long.numberOfLeadingZeros(number)) / 7);
    }

    private static void varint(OutputStream out, long number) throws IOException {
        long rest = number;
        while (rest > 0x7f) {
            out.write((int) rest | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /**
     * Reads all measurements.
     *
     * @return a digest of them
     */
    static long digest(InputStream in) throws IOException {
        long digest = 0;
        for (int length = in.read(); length >= 0; length = in.read()) {
            digest = 31 * digest + length;
            for (int field = 0; field < 3; field++) {
                int tag = in.read();
                long number = varint(in);
                if (tag == VALUE) {
                    number = number >>> 1 ^ -(number & 1);
                }
                digest = 31 * digest + tag * number;
            }
        }
        return digest;
    }

    private static long varint(InputStream in) throws IOException {
        long number = 0;
        int shift = 0;
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            number |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return number;
            }
            shift += 7;
        }
    }
}
