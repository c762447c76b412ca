package dev.slipstream.it.program;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;

/**
 * Shared arenas and their sessions, by reflection, since they are of later releases and the JDK's own. Needs {@code
 * --add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED}.
 */
final class Sessions {
    private static final String INTERNAL = "jdk.internal.foreign.";
    private static final int BUSY = 1 << 29;

    static final Method ACQUIRE = ofSession("acquire0");
    static final Method RELEASE = ofSession("release0");
    private static final Method CLOSE = ofSession("close");
    private static final Method ALIVE = ofSession("isAlive");
    private static final Method CREATE = ofSession("createShared");

    private Sessions() {
    }

    private static Method ofSession(String name) {
        try {
            Method method = Class.forName(INTERNAL + "MemorySessionImpl").getDeclaredMethod(name);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Throws what the method throws. */
    static Object call(Method method, Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object shared() {
        return call(CREATE, null);
    }

    static void acquire(Object session) {
        call(ACQUIRE, session);
    }

    static void release(Object session) {
        call(RELEASE, session);
    }

    static void close(Object session) {
        call(CLOSE, session);
    }

    static boolean isAlive(Object session) {
        return (boolean) call(ALIVE, session);
    }

    /** Puts it on stripes. */
    static void stripe(Object session) {
        if (!(boolean) graft().apply("stripe", session)) {
            throw new IllegalStateException("not on stripes");
        }
    }

    /** The same, and has acquires counted beside the stripes from the beginning. */
    static void stripeAhead(Object session) {
        if (!(boolean) graft().apply("ahead", session)) {
            throw new IllegalStateException("not on stripes");
        }
    }

    static boolean isStriped(Object session) {
        return (boolean) graft().apply("striped", session);
    }

    /** Does what the agent does before it lets sessions be put on stripes. */
    static void tryOut() {
        Object failure = graft().apply("trial", null);
        if (failure != null) {
            throw new IllegalStateException((String) failure);
        }
    }

    /**
     * Makes a session that is on stripes and has no users busy, as a thread that closes it does.
     *
     * @return ends that
     */
    static Runnable makeBusy(Object session) {
        try {
            Class<?> type = Class.forName(INTERNAL + "SharedSession");
            Object stripes = internal("Slots", "stripes", type).invoke(null, session);
            int word = (int) internal("SessionWord", "of", type).invoke(null, session);
            Method set = internal("SessionWord", "compareAndSet", type, int.class, int.class);
            if (!(boolean) set.invoke(null, session, word, word | BUSY)) {
                throw new IllegalStateException("the word has changed");
            }
            internal("Stripes", "seal", long[].class).invoke(null, stripes);
            return () -> {
                try {
                    internal("Stripes", "open", long[].class, long.class).invoke(null, stripes, 0L);
                    internal("SessionWord", "idle", type).invoke(null, session);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method internal(String type, String name, Class<?>... parameters) throws ReflectiveOperationException {
        Method method = Class.forName(INTERNAL + type, true, null).getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** How many acquires were counted beside its stripes. */
    static long acquiredBeside(Object session) {
        return ((long[]) graft().apply("beside", session))[0];
    }

    /** How many releases were. */
    static long releasedBeside(Object session) {
        return ((long[]) graft().apply("beside", session))[1];
    }

    /** On stripes so far, of these closed, there now, without a slot. */
    static long[] counters() {
        return (long[]) graft().apply("counters", null);
    }

    /** The agent's own way in. */
    @SuppressWarnings("unchecked")
    private static BiFunction<String, Object, Object> graft() {
        try {
            Method control = Class.forName(INTERNAL + "ArenasGraft", true, null).getDeclaredMethod("control");
            control.setAccessible(true);
            return (BiFunction<String, Object, Object>) control.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An arena, by the name of its factory. */
    static AutoCloseable arena(String factory) {
        return (AutoCloseable) call(method("Arena", factory), null);
    }

    static Object sessionOf(AutoCloseable arena) {
        return call(method("Arena", "scope"), arena);
    }

    static Object allocate(AutoCloseable arena, long bytes) {
        return call(method("Arena", "allocate", long.class), arena, bytes);
    }

    static ByteBuffer buffer(Object segment) {
        return (ByteBuffer) call(method("MemorySegment", "asByteBuffer"), segment);
    }

    static Method method(String type, String name, Class<?>... parameters) {
        try {
            return foreign(type).getMethod(name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Class<?> foreign(String type) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + type);
    }
}
