package dev.slipstream.stress.arenas;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
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

    private static final MethodHandle WORD;
    private static final MethodHandle SLOT;
    private static final MethodHandle ACQUIRE_BY_WORD;
    private static final MethodHandle STRIPES;
    private static final MethodHandle OWNER;
    private static final MethodHandle ADD;

    /** The slot that is considered first for the next session. */
    private static final VarHandle NEXT;

    static {
        try {
            Class<?> type = type("MemorySessionImpl");
            MethodHandles.Lookup inside = inside(type);
            NEW = inside.findStatic(type, "createShared", MethodType.methodType(type))
                    .asType(MethodType.methodType(Object.class));
            ACQUIRE = method(inside, type, "acquire0");
            RELEASE = method(inside, type, "release0");
            CLOSE = method(inside, type, "close");
            ADD_CLOSE_ACTION = inside.findVirtual(type, "addCloseAction", MethodType.methodType(void.class, Runnable.class))
                    .asType(MethodType.methodType(void.class, Object.class, Runnable.class));
            GRAFT = control(step("ArenasGraft", "control"));
            Class<?> session = type("SharedSession");
            WORD = step("SessionWord", "of", session);
            SLOT = step("SessionWord", "slot", int.class);
            ACQUIRE_BY_WORD = step("Slots", "acquire", session, int.class, Thread.class);
            STRIPES = step("Slots", "stripes", int.class);
            OWNER = step("Slots", "owner", int.class);
            ADD = step("Stripes", "add", long[].class, long.class, int.class);
            Class<?> slots = type("Slots");
            NEXT = inside(slots).findStaticVarHandle(slots, "next", int.class);
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

    static Class<?> type(String name) {
        try {
            return Class.forName(PACKAGE + name, true, null);
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns a static method of a graft, with {@code Object} in place of each class. */
    static MethodHandle step(String type, String name, Class<?>... parameters) {
        try {
            Class<?> owner = type(type);
            MethodHandle found = inside(owner).unreflect(owner.getDeclaredMethod(name, parameters));
            return found.asType(found.type().erase());
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the value of a static field of a graft. */
    static Object constant(String type, String name) {
        try {
            Class<?> owner = type(type);
            return inside(owner).unreflectGetter(owner.getDeclaredField(name)).invoke();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandles.Lookup inside(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static MethodHandle method(MethodHandles.Lookup inside, Class<?> type, String name)
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

    /** Makes one attempt to acquire, by a thread that has read this word. */
    boolean acquire(int word) {
        try {
            return (boolean) ACQUIRE_BY_WORD.invokeExact(session, word, (Object) Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Adds a user to the stripes in the slot of this word, whoever has that by now. */
    static boolean addTo(int word) {
        try {
            Object stripes = (Object) STRIPES.invokeExact((int) SLOT.invokeExact(word));
            return stripes != null && (boolean) ADD.invokeExact(stripes, Thread.currentThread().threadId(), 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    int word() {
        try {
            return (int) WORD.invokeExact(session);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the slot of this arena, which is on stripes. */
    int slot() {
        try {
            return (int) SLOT.invokeExact(word());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the {@code StripedSession} of this arena, which is on stripes. */
    Object owner() {
        try {
            return (Object) OWNER.invokeExact(slot());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Puts this arena on stripes in a slot that is free. */
    void stripeIn(int slot) {
        NEXT.set(slot);
        Memory.stripe(this);
        if (slot() != slot) {
            throw new IllegalStateException("in another slot");
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

    /** Performs a handshake with all threads, as the agent does. */
    static void handshake() {
        new SharedArena(() -> {}).close();
    }

    /** Folds all arenas back to one counter each. */
    static void fold() {
        GRAFT.apply("fold", null);
    }
}
