package dev.slipstream.runtime.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds native functions. Arguments and results are {@code int} or {@code long}; an address is a {@code long}. A handle kept in
 * a static final field is a constant, so compiled code contains the native call itself. Safe for use by several threads.
 *
 * <p>Needs JDK 21 or newer. If {@code java.base/java.lang.invoke} is open to this module, as it is to the agent, the native
 * access is requested for java.base, which has it. Otherwise it is requested for this module, and the JVM warns unless
 * {@code --enable-native-access} names it.
 */
public final class Downcalls {
    static final String FOREIGN = "java.lang.foreign.";

    private Downcalls() {}

    /**
     * Finds a function of the C library.
     *
     * @param type of {@code int} and {@code long}
     * @throws IllegalStateException if this JVM cannot call it; the message says why
     */
    public static MethodHandle find(String function, MethodType type) {
        return find(function, type, -1, false);
    }

    /**
     * Finds a function of the C library that is so short that the JVM need not know that the thread is in native code.
     *
     * @param type of {@code int} and {@code long}
     * @param firstVariadic number of arguments before the ellipsis of a variadic function
     * @throws IllegalStateException if this JVM cannot call it; the message says why
     */
    public static MethodHandle findShort(String function, MethodType type, int firstVariadic) {
        return find(function, type, firstVariadic, true);
    }

    private static MethodHandle find(String function, MethodType type, int firstVariadic, boolean isShort) {
        try {
            return link(MethodHandles.lookup(), function, type, firstVariadic, isShort);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(e.toString(), e);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns the address of a symbol in a library that this process has loaded.
     *
     * @param library file of the library
     * @throws IllegalStateException if this JVM cannot find it; the message says why
     */
    public static long address(Path library, String symbol) {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            Class<?> arenas = Class.forName(FOREIGN + "Arena");
            Class<?> lookups = Class.forName(FOREIGN + "SymbolLookup");
            Class<?> segments = Class.forName(FOREIGN + "MemorySegment");
            Object always = here.findStatic(arenas, "global", MethodType.methodType(arenas)).invoke();
            Object symbols = caller(here).findStatic(lookups, "libraryLookup",
                    MethodType.methodType(lookups, Path.class, arenas)).invoke(library, always);
            Object found = find(here, lookups, symbols, symbol);
            return (long) here.findVirtual(segments, "address", MethodType.methodType(long.class)).invoke(found);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(e.toString(), e);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle link(MethodHandles.Lookup here, String function, MethodType type, int firstVariadic,
            boolean isShort) throws Throwable {
        Class<?> linkers = Class.forName(FOREIGN + "Linker");
        Class<?> options = Class.forName(FOREIGN + "Linker$Option");
        Class<?> layouts = Class.forName(FOREIGN + "MemoryLayout");
        Class<?> descriptors = Class.forName(FOREIGN + "FunctionDescriptor");
        Class<?> lookups = Class.forName(FOREIGN + "SymbolLookup");
        Class<?> segments = Class.forName(FOREIGN + "MemorySegment");
        Object arguments = Array.newInstance(layouts, type.parameterCount());
        for (int i = 0; i < type.parameterCount(); i++) {
            Array.set(arguments, i, layout(here, type.parameterType(i)));
        }
        Object descriptor = here.findStatic(descriptors, "of",
                MethodType.methodType(descriptors, layouts, layouts.arrayType())).asFixedArity()
                .invoke(layout(here, type.returnType()), arguments);
        Object linker = here.findStatic(linkers, "nativeLinker", MethodType.methodType(linkers)).invoke();
        Object symbols = here.findVirtual(linkers, "defaultLookup", MethodType.methodType(lookups)).invoke(linker);
        Object chosen = Array.newInstance(options, isShort ? 2 : 0);
        if (isShort) {
            Array.set(chosen, 0, here.findStatic(options, "firstVariadicArg",
                    MethodType.methodType(options, int.class)).invoke(firstVariadic));
            Array.set(chosen, 1, withoutTransition(here, options));
        }
        return (MethodHandle) caller(here).findVirtual(linkers, "downcallHandle",
                MethodType.methodType(MethodHandle.class, segments, descriptors, options.arrayType())).asFixedArity()
                .invoke(linker, find(here, lookups, symbols, function), descriptor, chosen);
    }

    private static Object layout(MethodHandles.Lookup here, Class<?> type) throws Throwable {
        Class<?> values = Class.forName(FOREIGN + "ValueLayout");
        if (type == int.class) {
            return here.findStaticGetter(values, "JAVA_INT", Class.forName(FOREIGN + "ValueLayout$OfInt")).invoke();
        }
        if (type == long.class) {
            return here.findStaticGetter(values, "JAVA_LONG", Class.forName(FOREIGN + "ValueLayout$OfLong")).invoke();
        }
        throw new IllegalArgumentException(type.toString());
    }

    private static Object find(MethodHandles.Lookup here, Class<?> lookups, Object symbols, String name) throws Throwable {
        Optional<?> symbol = (Optional<?>) here.findVirtual(lookups, "find",
                MethodType.methodType(Optional.class, String.class)).invoke(symbols, name);
        if (symbol.isEmpty()) {
            throw new NoSuchMethodException(name);
        }
        return symbol.get();
    }

    private static MethodHandles.Lookup caller(MethodHandles.Lookup here) {
        try {
            Constructor<MethodHandles.Lookup> ofClass = MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
            ofClass.setAccessible(true);
            return ofClass.newInstance(Object.class);
        } catch (ReflectiveOperationException | InaccessibleObjectException notOpen) {
            return here;
        }
    }

    /** Returns the option to call without a thread state transition, whose name changed with JDK 22. */
    private static Object withoutTransition(MethodHandles.Lookup here, Class<?> options) throws Throwable {
        try {
            return here.findStatic(options, "critical", MethodType.methodType(options, boolean.class)).invoke(false);
        } catch (NoSuchMethodException olderJdk) {
            return here.findStatic(options, "isTrivial", MethodType.methodType(options)).invoke();
        }
    }
}
