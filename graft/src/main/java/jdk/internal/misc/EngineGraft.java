package jdk.internal.misc;

import java.util.function.BiFunction;

/** What the agent itself asks java.base, apart from any remedy. No method of the JDK calls it. */
public final class EngineGraft implements BiFunction<String, Object, Object> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** HotSpot adds one for each redefinition or retransformation of the class, and of each of its superclasses. */
    private static final long REDEFINED = UNSAFE.objectFieldOffset(Class.class, "classRedefinedCount");

    private EngineGraft() {
    }

    /** The agent's side of this graft. */
    public static BiFunction<String, Object, Object> control() {
        return new EngineGraft();
    }

    /**
     * What the agent may ask. Any thread.
     *
     * <ul>
     * <li>{@code redefined} tells how often a class was redefined;
     * <li>{@code initialised} tells whether a class is;
     * <li>{@code ending} tells whether the JVM is, its shutdown hooks have run;
     * <li>{@code arguments} tells what the JVM was started with, the options of its environment among them.
     * </ul>
     */
    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "redefined":
                return UNSAFE.getIntVolatile(value, REDEFINED);
            case "initialised":
                return !UNSAFE.shouldBeInitialized((Class<?>) value);
            case "ending":
                return VM.isShutdown();
            case "arguments":
                return VM.getRuntimeArguments();
            default:
                throw new IllegalArgumentException(what);
        }
    }
}
