package dev.slipstream.buffering;

import dev.slipstream.buffering.Whims.Source;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;

/** Program that makes random calls of java.io's stream and of ours, with the same answers, exceptions and positions after each. */
public final class InputProgram {
    private static final int SEQUENCES = 6_000;
    private static final int STEPS = 60;

    private InputProgram() {}

    /** Step whose answer is text. */
    private interface Step {
        String of(InputStream in) throws IOException;
    }

    /**
     * Exits with status 1 at the first difference.
     *
     * @param arguments none
     * @throws IOException never
     */
    public static void main(String[] arguments) throws IOException {
        long exceptions = 0;
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            exceptions += sequence(seed);
        }
        System.out.println(exceptions + " exceptions");
    }

    private static int sequence(long seed) {
        Random random = new Random(seed);
        // If numbers are read with a buffer too small for one, java.io differs from release to release.
        boolean numbers = random.nextBoolean();
        int size = numbers ? Long.BYTES + random.nextInt(60) : 1 + random.nextInt(60);
        int length = random.nextInt(1_500);
        Source plain = new Source(seed, length);
        Source buffered = new Source(seed, length);
        InputStream theirs = new BufferedInputStream(plain, size);
        FastBufferedInputStream ours = new FastBufferedInputStream(buffered, size);
        int exceptions = 0;
        for (int i = 0; i < STEPS; i++) {
            int which = random.nextInt(numbers ? 28 : 14);
            long draw = random.nextLong();
            String expected = answer(in -> step(which, draw, size, in), theirs) + ", " + plain;
            String actual = answer(in -> step(which, draw, size, in), ours) + ", " + buffered;
            if (!expected.equals(actual)) {
                throw new AssertionError("seed " + seed + ", size " + size + ", step " + i + " (" + which + "): " + expected
                        + " but " + actual);
            }
            exceptions += expected.startsWith("!") ? 1 : 0;
        }
        return exceptions;
    }

    private static String answer(Step step, InputStream in) {
        try {
            return step.of(in);
        } catch (IOException | RuntimeException thrown) {
            String message = thrown instanceof IndexOutOfBoundsException ? "" : thrown.getMessage();
            return "!" + thrown.getClass() + message;
        }
    }

    private static String step(int which, long draw, int size, InputStream in) throws IOException {
        Random random = new Random(draw);
        int count = random.nextInt(random.nextInt(4) == 0 ? 3 * size : 12);
        byte[] some = new byte[count + 2];
        switch (which) {
            case 0, 1, 2:
                return String.valueOf(in.read());
            case 3, 4:
                return in.read(some, 1, count) + Arrays.toString(some);
            case 5:
                return in.readNBytes(some, 1, count) + Arrays.toString(some);
            case 6:
                return Arrays.toString(in.readNBytes(count));
            case 7:
                return String.valueOf(in.skip(random.nextInt(8) == 0 ? -count : count));
            case 8:
                return String.valueOf(in.available());
            case 9:
                in.mark(random.nextInt(4) == 0 ? 4 * count : count);
                return "";
            case 10:
                in.reset();
                return "";
            case 11:
                return String.valueOf(in.read(some, random.nextInt(4) - 1, some.length - 1));
            case 12:
                in.skipNBytes(count);
                return "";
            case 13:
                return random.nextInt(10) == 0 ? last(random.nextInt(3), in) : String.valueOf(in.markSupported());
            default:
                return in instanceof FastBufferedInputStream fast ? number(which - 14, fast)
                        : number(which - 14, new DataInputStream(in));
        }
    }

    private static String last(int which, InputStream in) throws IOException {
        switch (which) {
            case 0:
                return Arrays.toString(in.readAllBytes());
            case 1:
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                return in.transferTo(all) + Arrays.toString(all.toByteArray());
            default:
                in.close();
                return "";
        }
    }

    private static String number(int which, FastBufferedInputStream in) throws IOException {
        return switch (which) {
            case 0 -> String.valueOf(in.readByte());
            case 1 -> String.valueOf(in.readUnsignedByte());
            case 2 -> String.valueOf(in.readShort());
            case 3 -> String.valueOf(in.readUnsignedShort());
            case 4 -> String.valueOf(in.readInt());
            case 5 -> String.valueOf(in.readLong());
            case 6 -> String.valueOf(in.readFloat());
            case 7 -> String.valueOf(in.readDouble());
            case 8 -> String.valueOf(in.readShortLittleEndian());
            case 9 -> String.valueOf(in.readUnsignedShortLittleEndian());
            case 10 -> String.valueOf(in.readIntLittleEndian());
            case 11 -> String.valueOf(in.readLongLittleEndian());
            case 12 -> String.valueOf(in.readFloatLittleEndian());
            default -> String.valueOf(in.readDoubleLittleEndian());
        };
    }

    private static String number(int which, DataInputStream in) throws IOException {
        return switch (which) {
            case 0 -> String.valueOf(in.readByte());
            case 1 -> String.valueOf(in.readUnsignedByte());
            case 2 -> String.valueOf(in.readShort());
            case 3 -> String.valueOf(in.readUnsignedShort());
            case 4 -> String.valueOf(in.readInt());
            case 5 -> String.valueOf(in.readLong());
            case 6 -> String.valueOf(in.readFloat());
            case 7 -> String.valueOf(in.readDouble());
            case 8 -> String.valueOf(Short.reverseBytes(in.readShort()));
            case 9 -> String.valueOf(Short.toUnsignedInt(Short.reverseBytes(in.readShort())));
            case 10 -> String.valueOf(Integer.reverseBytes(in.readInt()));
            case 11 -> String.valueOf(Long.reverseBytes(in.readLong()));
            case 12 -> String.valueOf(Float.intBitsToFloat(Integer.reverseBytes(in.readInt())));
            default -> String.valueOf(Double.longBitsToDouble(Long.reverseBytes(in.readLong())));
        };
    }
}
