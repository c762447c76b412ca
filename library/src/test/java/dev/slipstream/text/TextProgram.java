package dev.slipstream.text;

import java.util.SplittableRandom;

/** Program that prints a hash of many numbers as text, which must be the same on every JDK, however that writes them itself. */
public final class TextProgram {
    private static final int COUNT = 300_000;

    private TextProgram() {}

    public static void main(String[] args) {
        System.out.println(hash(args[0].equals("jdk")));
    }

    /**
     * Returns the hash of numbers written by {@link Double#toString(double)} and {@link Float#toString(float)}, or by the buffer.
     */
    static long hash(boolean byJdk) {
        SplittableRandom random = new SplittableRandom(42);
        TextBuffer buffer = new TextBuffer();
        long hash = 0;
        for (int i = 0; i < COUNT; i++) {
            double number = number(random, i);
            float small = Float.intBitsToFloat(random.nextInt());
            buffer.reset();
            if (byJdk) {
                buffer.append(Double.toString(number)).append(' ').append(Float.toString(small));
            } else {
                buffer.append(number).append(' ').append(small);
            }
            hash = 31 * hash + buffer.contentHash();
        }
        return hash;
    }

    /** Returns random bits, numbers as people write them, subnormals, and neighbours of powers of ten and of two. */
    private static double number(SplittableRandom random, int turn) {
        return switch (turn % 5) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt() / Math.pow(10, random.nextInt(8));
            case 2 -> Double.longBitsToDouble(random.nextLong(1_000));
            case 3 -> near(Math.pow(10, random.nextInt(-330, 309)), random);
            default -> near(Math.pow(2, random.nextInt(-1_074, 1_024)), random);
        };
    }

    private static double near(double number, SplittableRandom random) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(number) + random.nextInt(-2, 3));
    }
}
