package dev.slipstream.stress.arenas;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Session of a shared arena of the JDK, as rewritten by the agent. Half of them count acquires beside the stripes, which otherwise
 * begins only after a long time. Needs the agent with its remedy {@code arenas}, and
 * {@code --add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED}. Constant method handles are inlined, so a compiled test
 * contains the session's own code.
 */
public final class SharedArena implements Counted {
    private static final String PACKAGE = "jdk.internal.foreign.";
    private static final Pattern USERS = Pattern.compile("Session is acquired by (\\d+) clients");

    private static final MethodHandle NEW;
    private static final MethodHandle ACQUIRE;
    private static final MethodHandle RELEASE;
    private static final MethodHandle CLOSE;
    private static final MethodHandle ADD_CLOSE_ACTION;
    private static final BiFunction<String, Object, Object> GRAFT;

    static {
        try {
            Class<?> type = Class.forName(PACKAGE + "MemorySessionImpl");
            MethodHandles.Lookup inside = inside(type);
            NEW = inside.findStatic(type, "createShared", MethodType.methodType(type))
                    .asType(MethodType.methodType(Object.class));
            ACQUIRE = step(inside, type, "acquire0");
            RELEASE = step(inside, type, "release0");
            CLOSE = step(inside, type, "close");
            ADD_CLOSE_ACTION = inside.findVirtual(type, "addCloseAction", MethodType.methodType(void.class, Runnable.class))
                    .asType(MethodType.methodType(void.class, Object.class, Runnable.class));
            Class<?> graft = Class.forName(PACKAGE + "ArenasGraft", true, null);
            GRAFT = control(inside(graft).findStatic(graft, "control", MethodType.methodType(BiFunction.class)));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Object session;

    /** Creates a session whose close runs {@code free}. */
    public SharedArena(Runnable free) {
        try {
            session = (Object) NEW.invokeExact();
            ADD_CLOSE_ACTION.invokeExact(session, free);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandles.Lookup inside(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static MethodHandle step(MethodHandles.Lookup inside, Class<?> type, String name)
            throws ReflectiveOperationException {
        return inside.findVirtual(type, name, MethodType.methodType(void.class))
                .asType(MethodType.methodType(void.class, Object.class));
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<String, Object, Object> control(MethodHandle control) {
        try {
            return (BiFunction<String, Object, Object>) control.invoke();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean acquire() {
        try {
            ACQUIRE.invokeExact(session);
            return true;
        } catch (IllegalStateException closed) {
            return false;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void release() {
        try {
            RELEASE.invokeExact(session);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long close() {
        try {
            CLOSE.invokeExact(session);
            return 0;
        } catch (IllegalStateException e) {
            Matcher users = USERS.matcher(e.getMessage());
            return users.matches() ? Long.parseLong(users.group(1)) : CLOSED_BEFORE;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean stripe() {
        return (boolean) GRAFT.apply(ThreadLocalRandom.current().nextBoolean() ? "stripe" : "ahead", session);
    }

    /** Folds all arenas back to one counter each. */
    static void fold() {
        GRAFT.apply("fold", null);
    }
}
