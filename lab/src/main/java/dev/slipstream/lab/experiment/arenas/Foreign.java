package dev.slipstream.lab.experiment.arenas;

import dev.slipstream.arenas.ArenaGroup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the benchmarks need of {@code java.lang.foreign}. Its types are {@code Object} here; the handles are as fast as the
 * methods, since what they pass to a parameter of an interface type is not checked.
 *
 * <p>Arenas are {@link AutoCloseable}, and closed as such.
 */
final class Foreign {
    /** {@code int abs(int)} of the C library, to which three pointers are passed: it ignores two, and half of the other. */
    static final MethodHandle TAKES_THREE;

    private static final String PACKAGE = "java.lang.foreign.";
    private static final MethodHandle OPEN_SHARED;
    private static final MethodHandle OPEN_MEMBER;
    private static final MethodHandle ALLOCATE;

    static {
        try {
            TAKES_THREE = takesThree();
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            OPEN_SHARED = lookup.unreflect(arena().getMethod("ofShared")).asType(MethodType.methodType(AutoCloseable.class));
            OPEN_MEMBER = lookup.unreflect(ArenaGroup.class.getMethod("open"))
                    .asType(MethodType.methodType(AutoCloseable.class, ArenaGroup.class));
            ALLOCATE = MethodHandles.explicitCastArguments(lookup.unreflect(arena().getMethod("allocate", long.class)),
                    MethodType.methodType(Object.class, Object.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Foreign() {
    }

    /**
     * An arena.
     *
     * @param kind {@code shared}, {@code confined} to this thread, or {@code global}, which cannot be closed
     */
    static Object arena(String kind) throws ReflectiveOperationException {
        String method = kind.equals("global") ? kind : "of" + Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
        return arena().getMethod(method).invoke(null);
    }

    /** A shared arena, fast. */
    static AutoCloseable openShared() throws Throwable {
        return (AutoCloseable) OPEN_SHARED.invokeExact();
    }

    /** A member of a group, fast. */
    static AutoCloseable open(ArenaGroup group) throws Throwable {
        return (AutoCloseable) OPEN_MEMBER.invokeExact(group);
    }

    /** A segment of an arena, fast. */
    static Object allocate(Object arena, long bytes) throws Throwable {
        return ALLOCATE.invokeExact(arena, bytes);
    }

    /** A segment as a buffer, which keeps the arena from being closed while a channel uses it. */
    static ByteBuffer buffer(Object segment) throws ReflectiveOperationException {
        return (ByteBuffer) type("MemorySegment").getMethod("asByteBuffer").invoke(segment);
    }

    private static Class<?> arena() throws ClassNotFoundException {
        return type("Arena");
    }

    private static MethodHandle takesThree() throws ReflectiveOperationException {
        Class<?> linkerType = type("Linker");
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        Object abs = ((Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(lookup, "abs")).orElseThrow();
        Class<?> layoutType = type("MemoryLayout");
        Class<?> layouts = type("ValueLayout");
        Object pointers = Array.newInstance(layoutType, 3);
        Arrays.fill((Object[]) pointers, layouts.getField("ADDRESS").get(null));
        Object descriptor = type("FunctionDescriptor").getMethod("of", layoutType, pointers.getClass())
                .invoke(null, layouts.getField("JAVA_INT").get(null), pointers);
        Object options = Array.newInstance(type("Linker$Option"), 0);
        MethodHandle exact = (MethodHandle) linkerType
                .getMethod("downcallHandle", type("MemorySegment"), type("FunctionDescriptor"), options.getClass())
                .invoke(linker, abs, descriptor, options);
        return MethodHandles.explicitCastArguments(exact,
                MethodType.methodType(int.class, Object.class, Object.class, Object.class));
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name);
    }
}
