package dev.slipstream.naming;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The system call that names the calling thread, through {@code java.lang.foreign}, which is looked up by name, since this runs
 * on JDKs that do not have it. The handles are constants, so compiled code contains the native call itself.
 */
final class Prctl {
    private static final int PR_SET_NAME = 15;
    private static final int PR_GET_NAME = 16;
    private static final String FOREIGN = "java.lang.foreign.";

    /** (int what, long address)int, null where there is none. */
    private static final MethodHandle CALL;

    /** ()AutoCloseable, memory that belongs to the calling thread until it is closed. */
    private static final MethodHandle NEW_ARENA;

    /** (AutoCloseable)Object, a segment of {@link NativeNames#SIZE} bytes. */
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle BUFFER_OF;
    private static final MethodHandle ADDRESS_OF;
    private static final String WHY_NOT;

    static {
        MethodHandle call = null;
        MethodHandle newArena = null;
        MethodHandle allocate = null;
        MethodHandle bufferOf = null;
        MethodHandle addressOf = null;
        String whyNot = null;
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            Class<?> arena = Class.forName(FOREIGN + "Arena");
            Class<?> segment = Class.forName(FOREIGN + "MemorySegment");
            newArena = here.findStatic(arena, "ofConfined", MethodType.methodType(arena))
                    .asType(MethodType.methodType(AutoCloseable.class));
            allocate = MethodHandles.insertArguments(
                    here.findVirtual(arena, "allocate", MethodType.methodType(segment, long.class, long.class)), 1,
                    (long) NativeNames.SIZE, (long) Long.BYTES)
                    .asType(MethodType.methodType(Object.class, AutoCloseable.class));
            bufferOf = here.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class))
                    .asType(MethodType.methodType(ByteBuffer.class, Object.class));
            addressOf = here.findVirtual(segment, "address", MethodType.methodType(long.class))
                    .asType(MethodType.methodType(long.class, Object.class));
            call = MethodHandles.insertArguments(link(here, segment), 2, 0L, 0L, 0L);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            whyNot = "prctl cannot be called on JDK " + Runtime.version().feature() + ": " + e;
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
        CALL = call;
        NEW_ARENA = newArena;
        ALLOCATE = allocate;
        BUFFER_OF = bufferOf;
        ADDRESS_OF = addressOf;
        WHY_NOT = whyNot;
    }

    private Prctl() {
    }

    private static MethodHandle link(MethodHandles.Lookup here, Class<?> segment) throws Throwable {
        Class<?> linkers = Class.forName(FOREIGN + "Linker");
        Class<?> options = Class.forName(FOREIGN + "Linker$Option");
        Class<?> layouts = Class.forName(FOREIGN + "MemoryLayout");
        Class<?> values = Class.forName(FOREIGN + "ValueLayout");
        Class<?> descriptors = Class.forName(FOREIGN + "FunctionDescriptor");
        Class<?> lookups = Class.forName(FOREIGN + "SymbolLookup");
        Object integer = here.findStaticGetter(values, "JAVA_INT", Class.forName(FOREIGN + "ValueLayout$OfInt")).invoke();
        Object word = here.findStaticGetter(values, "JAVA_LONG", Class.forName(FOREIGN + "ValueLayout$OfLong")).invoke();
        Object arguments = Array.newInstance(layouts, 5);
        Array.set(arguments, 0, integer);
        for (int i = 1; i < 5; i++) {
            Array.set(arguments, i, word);
        }
        Object descriptor = here.findStatic(descriptors, "of",
                MethodType.methodType(descriptors, layouts, layouts.arrayType())).asFixedArity().invoke(integer, arguments);
        Object linker = here.findStatic(linkers, "nativeLinker", MethodType.methodType(linkers)).invoke();
        Object symbols = here.findVirtual(linkers, "defaultLookup", MethodType.methodType(lookups)).invoke(linker);
        Optional<?> symbol = (Optional<?>) here.findVirtual(lookups, "find",
                MethodType.methodType(Optional.class, String.class)).invoke(symbols, "prctl");
        Object chosen = Array.newInstance(options, 2);
        Array.set(chosen, 0, here.findStatic(options, "firstVariadicArg",
                MethodType.methodType(options, int.class)).invoke(1));
        Array.set(chosen, 1, withoutTransition(here, options));
        return (MethodHandle) caller(here).findVirtual(linkers, "downcallHandle",
                MethodType.methodType(MethodHandle.class, segment, descriptors, options.arrayType())).asFixedArity()
                .invoke(linker, symbol.orElseThrow(), descriptor, chosen);
    }

    /**
     * Who asks for native access: java.base, which has it, if the package of lookups is open to us, as it is to the agent. Else
     * we do, and the JVM warns unless {@code --enable-native-access} names us.
     */
    private static MethodHandles.Lookup caller(MethodHandles.Lookup here) {
        try {
            Constructor<MethodHandles.Lookup> ofClass = MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
            ofClass.setAccessible(true);
            return ofClass.newInstance(Object.class);
        } catch (ReflectiveOperationException | InaccessibleObjectException notOpen) {
            return here;
        }
    }

    /** A call that is over soon need not tell the JVM that the thread is in native code. Its name changed with JDK 22. */
    private static Object withoutTransition(MethodHandles.Lookup here, Class<?> options) throws Throwable {
        try {
            return here.findStatic(options, "critical", MethodType.methodType(options, boolean.class)).invoke(false);
        } catch (NoSuchMethodException olderJdk) {
            return here.findStatic(options, "isTrivial", MethodType.methodType(options)).invoke();
        }
    }

    /** Why there is none, or null if there is one. */
    static String whyNot() {
        return WHY_NOT;
    }

    /** @param address of up to 15 bytes and a NUL */
    static int setName(long address) {
        try {
            return (int) CALL.invokeExact(PR_SET_NAME, address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** @param address of room for 16 bytes */
    static int getName(long address) {
        try {
            return (int) CALL.invokeExact(PR_GET_NAME, address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The memory of one thread; all methods are for that thread only. */
    static final class Memory implements AutoCloseable {
        private final AutoCloseable arena;
        private final long address;
        private final ByteBuffer buffer;

        Memory() {
            try {
                arena = (AutoCloseable) NEW_ARENA.invokeExact();
                Object segment = (Object) ALLOCATE.invokeExact(arena);
                address = (long) ADDRESS_OF.invokeExact(segment);
                buffer = ((ByteBuffer) BUFFER_OF.invokeExact(segment)).order(ByteOrder.nativeOrder());
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        long address() {
            return address;
        }

        ByteBuffer buffer() {
            return buffer;
        }

        @Override
        public void close() {
            try {
                arena.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
