package jdk.internal.misc;

import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The agent's own part inside java.base, apart from any remedy: tells the agent of a few calls, and answers a few questions.
 *
 * <p>{@link #listener} is volatile since one thread sets it and others read it. It runs inside methods of the JDK, so it neither
 * throws nor waits
 * for long.
 */
public final class EngineGraft implements BiFunction<String, Object, Object> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** HotSpot adds one for each redefinition or retransformation of the class, and of each of its superclasses. */
    private static final long REDEFINED = UNSAFE.objectFieldOffset(Class.class, "classRedefinedCount");

    /** Is told the name of the method below that was called; or null. */
    private static volatile Consumer<String> listener;

    private EngineGraft() {
    }

    /** The agent's side of this graft. */
    public static BiFunction<String, Object, Object> control() {
        return new EngineGraft();
    }

    /**
     * Answers the agent. Any thread.
     *
     * <ul>
     * <li>{@code listener} sets the listener, or null;
     * <li>{@code redefined} tells how often a class was redefined;
     * <li>{@code ending} tells whether the JVM is, its shutdown hooks have run;
     * <li>{@code archiving} tells whether it records what an archive of classes or an AOT cache is to have;
     * <li>{@code arguments} tells what the JVM was started with, the options of its environment among them.
     * </ul>
     */
    @Override
    @SuppressWarnings("unchecked")
    public Object apply(String what, Object value) {
        switch (what) {
            case "listener":
                listener = (Consumer<String>) value;
                return null;
            case "redefined":
                return UNSAFE.getIntVolatile(value, REDEFINED);
            case "ending":
                return VM.isShutdown();
            case "archiving":
                return CDS.isDumpingArchive();
            case "arguments":
                return VM.getRuntimeArguments();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** Called first by {@code ManagementFactory.getPlatformMBeanServer}, which holds its class's monitor. */
    public static void beansWanted() {
        tell("beansWanted");
    }

    /** Called first by {@code VMSupport.serializeAgentPropertiesToByteArray}, when an attached process asks for them. */
    public static void statusWanted() {
        tell("statusWanted");
    }

    /** Called first by {@code retransformClasses} and {@code redefineClasses} of {@code Instrumentation}. */
    public static void redefining() {
        tell("redefining");
    }

    private static void tell(String what) {
        Consumer<String> told = listener;
        if (told != null) {
            told.accept(what);
        }
    }
}
