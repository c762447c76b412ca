package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.lab.experiment.floor.NativeFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * Access to {@code java.lang.foreign} for the benchmarks. Its types are {@code Object} here. The method handles are as fast as the
 * methods, since they do not check arguments for parameters of an interface type.
 *
 * <p>Arenas are {@link AutoCloseable}, and closed as such.
 */
final class Foreign {
    /** {@code int abs(int)} of the C library, called with three pointers: it ignores two of them, and half of the other. */
    static final MethodHandle TAKES_THREE;

    private static final String PACKAGE = "java.lang.foreign.";
    private static final MethodHandle OPEN_SHARED;
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle MAP;

    static {
        try {
            TAKES_THREE = MethodHandles.explicitCastArguments(
                    NativeFunction.find("abs", 3, int.class, Object.class, Object.class, Object.class),
                    MethodType.methodType(int.class, Object.class, Object.class, Object.class));
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            OPEN_SHARED = lookup.unreflect(arena().getMethod("ofShared")).asType(MethodType.methodType(AutoCloseable.class));
            ALLOCATE = MethodHandles.explicitCastArguments(lookup.unreflect(arena().getMethod("allocate", long.class)),
                    MethodType.methodType(Object.class, Object.class, long.class));
            MethodHandle map =
                    lookup.unreflect(FileChannel.class.getMethod("map", MapMode.class, long.class, long.class, arena()));
            MAP = MethodHandles.explicitCastArguments(
                    MethodHandles.filterReturnValue(map, lookup.unreflect(type("MemorySegment").getMethod("asByteBuffer"))),
                    MethodType.methodType(ByteBuffer.class, FileChannel.class, MapMode.class, long.class, long.class,
                            Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Foreign() {}

    /**
     * Returns an arena.
     *
     * @param kind {@code shared}, {@code confined} to this thread, or {@code global}, which cannot be closed
     */
    static Object arena(String kind) throws ReflectiveOperationException {
        String method = kind.equals("global") ? kind : "of" + Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
        return arena().getMethod(method).invoke(null);
    }

    /** Opens a shared arena, through a fast method handle. */
    static AutoCloseable openShared() throws Throwable {
        return (AutoCloseable) OPEN_SHARED.invokeExact();
    }

    /** Allocates a segment, through a fast method handle. */
    static Object allocate(Object arena, long bytes) throws Throwable {
        return ALLOCATE.invokeExact(arena, bytes);
    }

    /** Maps the beginning of a file for reading, through a fast method handle. */
    static ByteBuffer map(FileChannel file, long bytes, Object arena) throws Throwable {
        return (ByteBuffer) MAP.invokeExact(file, MapMode.READ_ONLY, 0L, bytes, arena);
    }

    /** Returns a buffer view of a segment; the arena cannot be closed while a channel uses the buffer. */
    static ByteBuffer buffer(Object segment) throws ReflectiveOperationException {
        return (ByteBuffer) type("MemorySegment").getMethod("asByteBuffer").invoke(segment);
    }

    private static Class<?> arena() throws ClassNotFoundException {
        return type("Arena");
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name);
    }
}
