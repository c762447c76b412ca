package dev.slipstream.buffering;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Access to numbers of several bytes in byte arrays. All are read and written in little-endian order, and reversed if big-endian
 * order is wanted. So there is one constant handle for each type, which the compiler turns into a plain access.
 */
final class Views {
    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private Views() {
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    static boolean isBig(ByteOrder order) {
        if (order == null) {
            throw new NullPointerException("no byte order");
        }
        return order == ByteOrder.BIG_ENDIAN;
    }

    static short getShort(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at);
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void put(byte[] bytes, int at, short value) {
        SHORTS.set(bytes, at, value);
    }

    static void put(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static void put(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    static void get(byte[] bytes, int at, short[] target, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            short value = (short) SHORTS.get(bytes, at + i * Short.BYTES);
            target[from + i] = big ? Short.reverseBytes(value) : value;
        }
    }

    static void get(byte[] bytes, int at, int[] target, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            int value = (int) INTS.get(bytes, at + i * Integer.BYTES);
            target[from + i] = big ? Integer.reverseBytes(value) : value;
        }
    }

    static void get(byte[] bytes, int at, long[] target, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            long value = (long) LONGS.get(bytes, at + i * Long.BYTES);
            target[from + i] = big ? Long.reverseBytes(value) : value;
        }
    }

    static void get(byte[] bytes, int at, float[] target, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            int value = (int) INTS.get(bytes, at + i * Float.BYTES);
            target[from + i] = Float.intBitsToFloat(big ? Integer.reverseBytes(value) : value);
        }
    }

    static void get(byte[] bytes, int at, double[] target, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            long value = (long) LONGS.get(bytes, at + i * Double.BYTES);
            target[from + i] = Double.longBitsToDouble(big ? Long.reverseBytes(value) : value);
        }
    }

    static void put(byte[] bytes, int at, short[] source, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            short value = source[from + i];
            SHORTS.set(bytes, at + i * Short.BYTES, big ? Short.reverseBytes(value) : value);
        }
    }

    static void put(byte[] bytes, int at, int[] source, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            int value = source[from + i];
            INTS.set(bytes, at + i * Integer.BYTES, big ? Integer.reverseBytes(value) : value);
        }
    }

    static void put(byte[] bytes, int at, long[] source, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            long value = source[from + i];
            LONGS.set(bytes, at + i * Long.BYTES, big ? Long.reverseBytes(value) : value);
        }
    }

    static void put(byte[] bytes, int at, float[] source, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            int value = Float.floatToIntBits(source[from + i]);
            INTS.set(bytes, at + i * Float.BYTES, big ? Integer.reverseBytes(value) : value);
        }
    }

    static void put(byte[] bytes, int at, double[] source, int from, int count, boolean big) {
        for (int i = 0; i < count; i++) {
            long value = Double.doubleToLongBits(source[from + i]);
            LONGS.set(bytes, at + i * Double.BYTES, big ? Long.reverseBytes(value) : value);
        }
    }
}
