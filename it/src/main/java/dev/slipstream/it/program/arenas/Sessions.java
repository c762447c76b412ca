package dev.slipstream.it.program.arenas;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;

/**
 * Shared arenas and their sessions, by reflection: they are of later releases, and internal to the JDK. Needs
 * {@code --add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED}.
 */
public final class Sessions {
    private static final String INTERNAL = "jdk.internal.foreign.";
    private static final int BUSY = 1 << 29;

    public static final Method ACQUIRE = ofSession("acquire0");
    public static final Method RELEASE = ofSession("release0");
    private static final Method CLOSE = ofSession("close");
    private static final Method ALIVE = ofSession("isAlive");
    private static final Method CREATE = ofSession("createShared");

    private Sessions() {}

    private static Method ofSession(String name) {
        try {
            Method method = Class.forName(INTERNAL + "MemorySessionImpl").getDeclaredMethod(name);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Calls a method, and throws what it throws. */
    public static Object call(Method method, Object on, Object... arguments) {
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

    public static Object shared() {
        return call(CREATE, null);
    }

    public static void acquire(Object session) {
        call(ACQUIRE, session);
    }

    /** Acquires as a thread does that another one has disturbed. */
    public static void acquireContended(Object session) {
        try {
            Method contended = internal("Striping", "contended", Class.forName(INTERNAL + "SharedSession"), int.class);
            if (!(boolean) call(contended, null, session, 1)) {
                acquire(session);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does what contention does in a baked JDK before its engine has started. */
    public static void asContended() {
        try {
            call(internal("ArenasGraft", "idle"), null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void release(Object session) {
        call(RELEASE, session);
    }

    public static void close(Object session) {
        call(CLOSE, session);
    }

    public static boolean isAlive(Object session) {
        return (boolean) call(ALIVE, session);
    }

    /** Stripes a session. */
    public static void stripe(Object session) {
        if (!(boolean) graft().apply("stripe", session)) {
            throw new IllegalStateException("not on stripes");
        }
    }

    /** Stripes a session whose acquires are counted beside the stripes from the beginning. */
    public static void stripeAhead(Object session) {
        if (!(boolean) graft().apply("ahead", session)) {
            throw new IllegalStateException("not on stripes");
        }
    }

    public static boolean isStriped(Object session) {
        return (boolean) graft().apply("striped", session);
    }

    /** Tells whether the methods of sessions are rewritten. */
    public static boolean areRewritten() {
        return (boolean) graft().apply("holds", null);
    }

    /** Runs the self-test that the agent runs before it lets sessions be striped. */
    public static void tryOut() {
        Object failure = graft().apply("self-test", null);
        if (failure != null) {
            throw new IllegalStateException((String) failure);
        }
    }

    /**
     * Makes a striped session without users busy, as a closing thread does.
     *
     * @return ends the busy state
     */
    public static Runnable makeBusy(Object session) {
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

    /** Returns the number of acquires counted beside the stripes of a session. */
    public static long acquiredBeside(Object session) {
        return ((long[]) graft().apply("beside", session))[0];
    }

    /** Returns the number of releases counted beside the stripes of a session. */
    public static long releasedBeside(Object session) {
        return ((long[]) graft().apply("beside", session))[1];
    }

    /** Returns the numbers of sessions striped so far, of those closed, of those striped now, and of those without a slot. */
    public static long[] counters() {
        return (long[]) graft().apply("counters", null);
    }

    /** Returns the graft's control object, which the agent uses too. */
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

    /** Creates an arena by the name of its factory. */
    public static AutoCloseable arena(String factory) {
        return (AutoCloseable) call(method("Arena", factory), null);
    }

    public static Object sessionOf(AutoCloseable arena) {
        return call(method("Arena", "scope"), arena);
    }

    public static Object allocate(AutoCloseable arena, long bytes) {
        return call(method("Arena", "allocate", long.class), arena, bytes);
    }

    public static ByteBuffer buffer(Object segment) {
        return (ByteBuffer) call(method("MemorySegment", "asByteBuffer"), segment);
    }

    public static Method method(String type, String name, Class<?>... parameters) {
        try {
            return foreign(type).getMethod(name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Class<?> foreign(String type) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + type);
    }
}
