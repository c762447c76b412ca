package dev.slipstream.pinning;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.concurrent.ForkJoinPool;

/**
 * Access to the pool's keep-alive time, in milliseconds. The field is final, so access needs the JDK's Unsafe. The pool reads the
 * field again each time a worker goes idle.
 */
final class KeepAlive {
    private final MethodHandle read;
    private final MethodHandle write;

    KeepAlive(Lookup here, ForkJoinPool pool) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
        Lookup lookup = MethodHandles.privateLookupIn(type, here);
        try {
            Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
            long offset = (long) lookup.findVirtual(type, "objectFieldOffset",
                    MethodType.methodType(long.class, Class.class, String.class))
                    .invoke(unsafe, ForkJoinPool.class, "keepAlive");
            MethodHandle get = lookup.findVirtual(type, "getLong", MethodType.methodType(long.class, Object.class, long.class));
            MethodHandle put = lookup.findVirtual(type, "putLong",
                    MethodType.methodType(void.class, Object.class, long.class, long.class));
            read = MethodHandles.insertArguments(get, 0, unsafe, pool, offset);
            write = MethodHandles.insertArguments(put, 0, unsafe, pool, offset);
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    long get() {
        try {
            return (long) read.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void set(long millis) {
        try {
            write.invokeExact(millis);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
