package jdk.internal.misc;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The engine's part inside java.base, independent of remedies. Notifies the agent of a few calls, and answers its queries.
 *
 * <p>{@link #listener} is volatile: one thread sets it and others read it. It runs inside methods of the JDK, so it neither throws
 * nor waits for long.
 */
@NullMarked
public final class EngineGraft implements BiFunction<String, Object, Object> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** HotSpot increments this field at each redefinition or retransformation of the class or of a superclass. */
    private static final long REDEFINED = UNSAFE.objectFieldOffset(Class.class, "classRedefinedCount");

    /**
     * Accepts the name of the called method below.
     *
     * @see "dev.slipstream.agent.engine.Observability"
     */
    private static volatile @Nullable Consumer<String> listener;

    private EngineGraft() {}

    /** Returns the control object for the agent. */
    public static BiFunction<String, Object, Object> control() {
        return new EngineGraft();
    }

    /**
     * Handles a request of the agent, on any thread.
     *
     * <ul>
     * <li>{@code listener} sets the listener, or null;
     * <li>{@code redefined} returns how often a class was redefined;
     * <li>{@code launch} prepares the start of a task, given with the name of its thread; returns a {@link Launch};
     * <li>{@code ending} tells whether the JVM's shutdown hooks have run;
     * <li>{@code archiving} tells whether the JVM records classes for a CDS archive or an AOT cache;
     * <li>{@code arguments} returns the JVM's arguments, including those of environment variables.
     * </ul>
     *
     * @see "dev.slipstream.agent.engine.ThisJvm"
     */
    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // A request has its value.
    public @Nullable Object apply(String what, @Nullable Object value) {
        switch (what) {
            case "listener":
                listener = (Consumer<String>) value;
                return null;
            case "redefined":
                return UNSAFE.getIntVolatile(value, REDEFINED);
            case "launch":
                Object[] start = (Object[]) value;
                return new Launch((String) start[0], (Runnable) start[1]);
            case "ending":
                return VM.isShutdown();
            case "archiving":
                return CDS.isDumpingArchive();
            case "arguments":
                // Null if there are none.
                String[] arguments = VM.getRuntimeArguments();
                return arguments == null ? new String[0] : arguments;
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
        if (listener == null) {
            await();
        }
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
        } else {
            idle();
        }
    }

    /**
     * Called while there is no listener. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}

    /** Called while there is no listener. Does nothing; in a baked JDK it starts the engine and waits for it. */
    static void await() {}
}
