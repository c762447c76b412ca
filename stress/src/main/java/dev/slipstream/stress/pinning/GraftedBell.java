package dev.slipstream.stress.pinning;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The agent's own bell, defined inside java.base from its class file, as the agent does it. Needs {@code
 * --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}. Constant method handles are inlined, so a compiled test contains the
 * bell's own code.
 */
public final class GraftedBell implements SleeperScenario.Bell {
    private static final String PACKAGE = "jdk.internal.misc.";

    private static final MethodHandle NEW;
    private static final MethodHandle ARM;
    private static final MethodHandle SET_SLEEPER;
    private static final MethodHandle RING;
    private static final MethodHandle SLEEP;
    private static final MethodHandle ARMED;

    static {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(PACKAGE.replace('.', '/') + "Doorbell.class")) {
            Class<?> resident = Class.forName(PACKAGE + "Unsafe");
            Class<?> type = inside(resident).defineClass(file.readAllBytes());
            MethodHandles.Lookup inside = inside(type);
            NEW = inside.findConstructor(type, method(void.class)).asType(method(Object.class));
            ARM = inside.findVirtual(type, "arm", method(void.class)).asType(method(void.class, Object.class));
            SET_SLEEPER = inside.findVirtual(type, "setSleeper", method(void.class, Thread.class))
                    .asType(method(void.class, Object.class, Thread.class));
            RING = inside.findVirtual(type, "ring", method(void.class)).asType(method(void.class, Object.class));
            SLEEP = inside.findVirtual(type, "sleep", method(boolean.class, long.class))
                    .asType(method(boolean.class, Object.class, long.class));
            ARMED = inside.findGetter(type, "armed", boolean.class).asType(method(boolean.class, Object.class));
        } catch (IOException | ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Object bell;

    public GraftedBell() {
        try {
            bell = (Object) NEW.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandles.Lookup inside(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static MethodType method(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters);
    }

    @Override
    public void arm() {
        try {
            ARM.invokeExact(bell);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void setSleeper(Thread thread) {
        try {
            SET_SLEEPER.invokeExact(bell, thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void ring() {
        try {
            RING.invokeExact(bell);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean sleep(long nanos) {
        try {
            return (boolean) SLEEP.invokeExact(bell, nanos);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean armed() {
        try {
            return (boolean) ARMED.invokeExact(bell);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
