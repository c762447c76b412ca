package dev.slipstream.naming;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Writer of a thread's Java name without the system call of {@link Thread#setName}, if this JVM permits it. */
final class JavaName {
    /** First JDK that warns about {@code sun.misc.Unsafe}. */
    private static final int FIRST_THAT_WARNS = 24;

    private static final VarHandle FIELD = field();

    /** (Thread, long, String)void, or null. */
    private static final MethodHandle PUT;
    private static final long OFFSET;

    static {
        MethodHandle put = null;
        long offset = 0;
        if (FIELD == null && Runtime.version().feature() < FIRST_THAT_WARNS) {
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field instance = type.getDeclaredField("theUnsafe");
                instance.setAccessible(true);
                Object unsafe = instance.get(null);
                offset = (long) type.getMethod("objectFieldOffset", Field.class)
                        .invoke(unsafe, Thread.class.getDeclaredField("name"));
                put = MethodHandles.publicLookup()
                        .findVirtual(type, "putObjectVolatile",
                                MethodType.methodType(void.class, Object.class, long.class, Object.class))
                        .bindTo(unsafe)
                        .asType(MethodType.methodType(void.class, Thread.class, long.class, String.class));
            } catch (ReflectiveOperationException | RuntimeException unsupported) {
                put = null;
            }
        }
        PUT = put;
        OFFSET = offset;
    }

    private JavaName() {}

    private static VarHandle field() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "name", String.class);
        } catch (IllegalAccessException | NoSuchFieldException notOpen) {
            return null;
        }
    }

    static ThreadNames.Mode mode() {
        if (FIELD != null) {
            return ThreadNames.Mode.OPENED;
        }
        return PUT != null ? ThreadNames.Mode.UNSAFE : ThreadNames.Mode.SET_NAME;
    }

    /** Sets the name by a volatile write. Not for mode {@code SET_NAME}. */
    static void set(Thread thread, String name) {
        if (FIELD != null) {
            FIELD.setVolatile(thread, name);
            return;
        }
        try {
            PUT.invokeExact(thread, OFFSET, name);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
