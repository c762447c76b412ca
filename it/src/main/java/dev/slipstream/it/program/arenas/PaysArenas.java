package dev.slipstream.it.program.arenas;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Two threads that use one shared arena, as downcalls do. See {@link Recorded} for the arguments, and {@link Sessions} for the
 * JVM's options.
 */
public final class PaysArenas {
    private static final int BATCH = 1_000;
    private static final MethodHandle ACQUIRE = handle(Sessions.ACQUIRE);
    private static final MethodHandle RELEASE = handle(Sessions.RELEASE);
    private static final Object SESSION = Sessions.shared();

    private PaysArenas() {}

    private static MethodHandle handle(java.lang.reflect.Method method) {
        try {
            return MethodHandles.lookup().unreflect(method).asType(MethodType.methodType(void.class, Object.class));
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        Recorded.waiter();
        Recorded.record(arguments, new Turns("first", PaysArenas::pay, 0.6), new Turns("second", PaysArenas::pay, 0.6));
    }

    private static void pay() {
        try {
            for (int i = 0; i < BATCH; i++) {
                ACQUIRE.invokeExact(SESSION);
                RELEASE.invokeExact(SESSION);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
