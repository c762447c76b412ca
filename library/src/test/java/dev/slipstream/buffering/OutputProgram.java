package dev.slipstream.buffering;

import dev.slipstream.buffering.Whims.Target;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;

/** Program that makes random calls of java.io's stream and of ours, with the same exceptions, and the same bytes in the target. */
public final class OutputProgram {
    private static final int SEQUENCES = 6_000;
    private static final int STEPS = 60;
    private static final int CLOSE = 5;

    private OutputProgram() {}

    /**
     * Exits with status 1 at the first difference.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        long exceptions = 0;
        long calls = 0;
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            Random random = new Random(seed);
            boolean numbers = random.nextBoolean();
            int size = 1 + random.nextInt(60);
            // Releases differ in whether a number is written as a whole, and in what a failure leaves of it.
            Target plain = new Target(seed, !numbers);
            Target buffered = new Target(seed, !numbers);
            OutputStream theirs = new BufferedOutputStream(plain, size);
            FastBufferedOutputStream ours = new FastBufferedOutputStream(buffered, size);
            int steps = random.nextInt(STEPS);
            for (int i = 0; i <= steps; i++) {
                int any = random.nextInt(numbers ? 15 : 5);
                int which = i == steps ? CLOSE : any < CLOSE ? any : any + 1;
                long draw = random.nextLong();
                String expected = answer(which, draw, size, theirs, numbers);
                String actual = answer(which, draw, size, ours, numbers);
                if (!expected.equals(actual) || !plain.toString().equals(buffered.toString())) {
                    throw new AssertionError("seed " + seed + ", size " + size + ", step " + i + " (" + which + "): " + expected
                            + " but " + actual + "\n" + plain + "\n" + buffered);
                }
                exceptions += expected.isEmpty() ? 0 : 1;
            }
            calls += numbers ? 0 : plain.calls() - buffered.calls();
        }
        System.out.println(exceptions + " exceptions, " + calls + " calls more");
    }

    private static String answer(int which, long draw, int size, OutputStream out, boolean numbers) {
        try {
            if (which <= CLOSE) {
                bytes(which, draw, size, out);
            } else if (out instanceof FastBufferedOutputStream fast) {
                number(which - CLOSE - 1, draw, fast);
            } else {
                number(which - CLOSE - 1, draw, new DataOutputStream(out));
            }
            if (numbers && which != CLOSE) {
                out.flush();
            }
            return "";
        } catch (IOException | RuntimeException thrown) {
            String message = thrown instanceof IndexOutOfBoundsException ? "" : thrown.getMessage();
            return "!" + (thrown instanceof IndexOutOfBoundsException ? "index" : thrown.getClass().toString()) + message;
        }
    }

    private static void bytes(int which, long draw, int size, OutputStream out) throws IOException {
        Random random = new Random(draw);
        byte[] some = new byte[random.nextInt(random.nextInt(4) == 0 ? 3 * size : 12)];
        random.nextBytes(some);
        switch (which) {
            case 0, 1 -> out.write(random.nextInt());
            case 2 -> out.write(some);
            case 3 -> out.write(some, some.length / 2, some.length - some.length / 2);
            case 4 -> out.flush();
            default -> out.close();
        }
    }

    private static void number(int which, long draw, FastBufferedOutputStream out) throws IOException {
        switch (which) {
            case 0 -> out.writeShort((int) draw);
            case 1 -> out.writeInt((int) draw);
            case 2 -> out.writeLong(draw);
            case 3 -> out.writeFloat(Float.intBitsToFloat((int) draw));
            case 4 -> out.writeDouble(Double.longBitsToDouble(draw));
            case 5 -> out.writeShortLittleEndian((int) draw);
            case 6 -> out.writeIntLittleEndian((int) draw);
            case 7 -> out.writeLongLittleEndian(draw);
            case 8 -> out.writeFloatLittleEndian(Float.intBitsToFloat((int) draw));
            default -> out.writeDoubleLittleEndian(Double.longBitsToDouble(draw));
        }
    }

    private static void number(int which, long draw, DataOutputStream out) throws IOException {
        switch (which) {
            case 0 -> out.writeShort((int) draw);
            case 1 -> out.writeInt((int) draw);
            case 2 -> out.writeLong(draw);
            case 3 -> out.writeFloat(Float.intBitsToFloat((int) draw));
            case 4 -> out.writeDouble(Double.longBitsToDouble(draw));
            case 5 -> out.writeShort(Short.reverseBytes((short) draw));
            case 6 -> out.writeInt(Integer.reverseBytes((int) draw));
            case 7 -> out.writeLong(Long.reverseBytes(draw));
            case 8 -> out.writeInt(Integer.reverseBytes(Float.floatToIntBits(Float.intBitsToFloat((int) draw))));
            default -> out.writeLong(Long.reverseBytes(Double.doubleToLongBits(Double.longBitsToDouble(draw))));
        }
    }
}
