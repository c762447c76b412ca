package dev.slipstream.it.program.common;

import java.util.concurrent.Callable;

/**
 * Tries whether an error in a remedy's rewritten methods leaves the state that the JDK's own methods would leave. Each remedy has
 * one of these, {@code <Name>Faults} in its package, found by its name.
 */
public interface Faults {
    /**
     * Returns a new object.
     *
     * @param name package and simple name without {@code Faults}, such as {@code naming.Naming}
     */
    static Faults of(String name) throws ReflectiveOperationException {
        return Class.forName("dev.slipstream.it.program." + name + "Faults").asSubclass(Faults.class).getConstructor()
                .newInstance();
    }

    /**
     * Uses a rewritten method in the last frames of the stack of the calling thread, and returns what differs, or null.
     *
     * @param which which of the threads that do so, one after the other: for {@link StackEnd#recurse}
     */
    String differsAtStackEnd(int which) throws Exception;

    /** Returns what differs after all threads have met the end of their stacks, or null. */
    default String differsAfterwards() throws Exception {
        return null;
    }

    /** Returns the number of allocations on the application's threads that failed by {@link UntilNoneFails}, or what differs. */
    String failAllocations() throws Exception;

    /** Returns whether rewritten methods need a virtual thread. */
    default boolean isForVirtualThreads() {
        return false;
    }

    /**
     * Has the remedy hold something for the application.
     *
     * @return uses that, and returns what differs, or null
     */
    default Callable<String> hold() throws Exception {
        return () -> null;
    }
}
