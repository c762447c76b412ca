package dev.slipstream.stress.buffering;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;

/**
 * The agent's own read-ahead, defined inside java.base from its class file, as the agent does it. Needs {@code
 * --add-opens=java.base/java.io=ALL-UNNAMED}. Constant method handles are inlined, so a compiled test contains its code.
 */
public final class GraftedAhead implements Reads.Ahead {
    private static final MethodHandle NEW;
    private static final MethodHandle NEXT;
    private static final MethodHandle PAUSE;
    private static final MethodHandle END;
    private static final MethodHandle GIVE_BACK;

    static {
        try {
            define("ReadAheads");
            Class<?> type = define("ReadAhead");
            Class<?> graft = define("BufferingGraft");
            activate(inside(graft).findStatic(graft, "control", MethodType.methodType(BiFunction.class)));
            MethodHandles.Lookup inside = inside(type);
            NEW = inside.findConstructor(type, MethodType.methodType(void.class, InputStream.class, int.class))
                    .asType(MethodType.methodType(Object.class, InputStream.class, int.class));
            NEXT = inside.findVirtual(type, "next", MethodType.methodType(int.class))
                    .asType(MethodType.methodType(int.class, Object.class));
            PAUSE = step(inside, type, "pause");
            END = step(inside, type, "end");
            GIVE_BACK = step(inside, type, "giveBack");
        } catch (IOException | ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Object ahead;

    public GraftedAhead(InputStream file) {
        try {
            ahead = (Object) NEW.invokeExact(file, 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> define(String name) throws IOException, IllegalAccessException {
        try (InputStream file = ClassLoader.getSystemResourceAsStream("java/io/" + name + ".class")) {
            return inside(FileInputStream.class).defineClass(file.readAllBytes());
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
    private static void activate(MethodHandle control) {
        try {
            // 1 is the number of the first activation: every file may be read ahead.
            ((BiFunction<String, Object, Object>) control.invoke()).apply("active", (IntUnaryOperator) any -> 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public int next() {
        try {
            return (int) NEXT.invokeExact(ahead);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void pause() {
        call(PAUSE);
    }

    @Override
    public void end() {
        call(END);
    }

    @Override
    public void giveBack() {
        call(GIVE_BACK);
    }

    private void call(MethodHandle step) {
        try {
            step.invokeExact(ahead);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
