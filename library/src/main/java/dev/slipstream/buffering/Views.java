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

    private Views() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
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
}
