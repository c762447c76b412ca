package dev.slipstream.runtime.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Native memory, initially zero, that only the creating thread may use. Available where {@link Downcalls} can find functions. */
public final class Memory implements AutoCloseable {
    /** ()AutoCloseable: an arena that belongs to the calling thread until it is closed. */
    private static final MethodHandle NEW_ARENA;

    /** (AutoCloseable, long size, long alignment)Object: a segment. */
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle BUFFER_OF;
    private static final MethodHandle ADDRESS_OF;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            Class<?> arena = Class.forName(Downcalls.FOREIGN + "Arena");
            Class<?> segment = Class.forName(Downcalls.FOREIGN + "MemorySegment");
            NEW_ARENA = here.findStatic(arena, "ofConfined", MethodType.methodType(arena))
                    .asType(MethodType.methodType(AutoCloseable.class));
            ALLOCATE = here.findVirtual(arena, "allocate", MethodType.methodType(segment, long.class, long.class))
                    .asType(MethodType.methodType(Object.class, AutoCloseable.class, long.class, long.class));
            BUFFER_OF = here.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class))
                    .asType(MethodType.methodType(ByteBuffer.class, Object.class));
            ADDRESS_OF = here.findVirtual(segment, "address", MethodType.methodType(long.class))
                    .asType(MethodType.methodType(long.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AutoCloseable arena;
    private final long address;
    private final ByteBuffer buffer;

    /**
     * Allocates native memory.
     *
     * @param size in bytes
     */
    public Memory(int size) {
        try {
            arena = (AutoCloseable) NEW_ARENA.invokeExact();
            Object segment = (Object) ALLOCATE.invokeExact(arena, (long) size, (long) Long.BYTES);
            address = (long) ADDRESS_OF.invokeExact(segment);
            buffer = ((ByteBuffer) BUFFER_OF.invokeExact(segment)).order(ByteOrder.nativeOrder());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the address at which the memory begins, a multiple of eight. */
    public long address() {
        return address;
    }

    /** Returns the whole memory as a buffer, in the machine's byte order. */
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public void close() {
        try {
            arena.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
