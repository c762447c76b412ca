package dev.slipstream.lab.experiment.floor;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Functions of the C library, through {@code java.lang.foreign}. Uses reflection, because this class must compile for JDK 17.
 * Reflection slows only the creation of a handle, not its calls.
 */
public final class NativeFunction {
    private static final String FOREIGN = "java.lang.foreign.";

    private NativeFunction() {}

    /**
     * Finds a function.
     *
     * @param name the function's name
     * @param fixed the number of parameters before the {@code ...}; all of them if it is not variadic
     * @param result {@code int.class} or {@code long.class}
     * @param parameters the type of each parameter: {@code int.class}, {@code long.class}, or {@code Object.class} for a memory
     *     segment
     * @return the handle, for {@code invokeExact} if no parameter is a memory segment; keep it in a static final field, or the JIT
     *     compiler cannot inline it into its caller
     * @throws UnsupportedOperationException on a JDK before 21, or if there is no such function
     */
    public static MethodHandle find(String name, int fixed, Class<?> result, Class<?>... parameters) {
        try {
            Class<?> linkerType = foreign("Linker");
            Object linker = linkerType.getMethod("nativeLinker").invoke(null);
            Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
            Optional<?> address = (Optional<?>) foreign("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
            if (address.isEmpty()) {
                throw new UnsupportedOperationException("There is no function " + name + " here");
            }
            Class<?> optionType = foreign("Linker$Option");
            boolean variadic = fixed < parameters.length;
            Object options = Array.newInstance(optionType, variadic ? 1 : 0);
            if (variadic) {
                Array.set(options, 0, optionType.getMethod("firstVariadicArg", int.class).invoke(null, fixed));
            }
            Class<?> descriptorType = foreign("FunctionDescriptor");
            return (MethodHandle) linkerType
                    .getMethod("downcallHandle", foreign("MemorySegment"), descriptorType, options.getClass())
                    .invoke(linker, address.get(), descriptor(descriptorType, result, parameters), options);
        } catch (ReflectiveOperationException e) {
            throw unsupported(e);
        }
    }

    /**
     * Copies a text to native memory, where it stays for the life of the JVM.
     *
     * @param text ASCII characters
     * @return the address of the first byte
     * @throws UnsupportedOperationException on a JDK before 21
     */
    static long text(String text) {
        byte[] bytes = (text + "\0").getBytes(StandardCharsets.US_ASCII);
        try {
            Class<?> arenaType = foreign("Arena");
            Class<?> segmentType = foreign("MemorySegment");
            Object arena = arenaType.getMethod("global").invoke(null);
            Object segment = arenaType.getMethod("allocate", long.class).invoke(arena, (long) bytes.length);
            ((ByteBuffer) segmentType.getMethod("asByteBuffer").invoke(segment)).put(bytes);
            return (long) segmentType.getMethod("address").invoke(segment);
        } catch (ReflectiveOperationException e) {
            throw unsupported(e);
        }
    }

    private static Object descriptor(Class<?> type, Class<?> result, Class<?>[] parameters)
            throws ReflectiveOperationException {
        Class<?> layoutType = foreign("MemoryLayout");
        Object layouts = Array.newInstance(layoutType, parameters.length);
        for (int i = 0; i < parameters.length; i++) {
            Array.set(layouts, i, layout(parameters[i]));
        }
        return type.getMethod("of", layoutType, layouts.getClass()).invoke(null, layout(result), layouts);
    }

    private static Object layout(Class<?> type) throws ReflectiveOperationException {
        String name = type == int.class ? "JAVA_INT" : type == long.class ? "JAVA_LONG" : "ADDRESS";
        return foreign("ValueLayout").getField(name).get(null);
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName(FOREIGN + name);
    }

    private static UnsupportedOperationException unsupported(ReflectiveOperationException e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return new UnsupportedOperationException("No native functions on JDK " + Runtime.version() + ": " + cause, cause);
    }
}
