package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.NotThere;
import java.util.Set;

/** The questions that a plan asks of a JDK: of the running one, or of class files. For use by one thread. */
public interface Jdk {
    /**
     * Whether java.base has the class.
     *
     * @param name internal name
     */
    boolean has(String name);

    /**
     * Checks that a class declares or inherits a method, by the name {@code <init>} a constructor, or, by a descriptor that has no
     * brackets, a field.
     *
     * @param owner internal name
     * @throws NotThere if it does not
     */
    void need(String owner, String name, String descriptor);

    /**
     * The instance methods that a class declares for others to call, by name and descriptor: all that are not private.
     *
     * @param owner internal name
     * @throws NotThere if there is no such class
     */
    Set<String> callable(String owner);

    /** How many threads the process may have that runs it, {@link Long#MAX_VALUE} if there is no limit or none is known. */
    default long mostThreads() {
        return Long.MAX_VALUE;
    }
}
