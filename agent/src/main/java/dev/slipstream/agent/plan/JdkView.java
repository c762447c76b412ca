package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.NotThere;
import java.util.Set;

/** View of a JDK that a plan queries: the running JDK, or one read from class files. Not thread-safe. */
public interface JdkView {
    /**
     * Tells whether java.base has the class.
     *
     * @param name internal name
     */
    boolean has(String name);

    /**
     * Checks that a class declares or inherits a member. A descriptor in parentheses denotes a method, or a constructor if the name
     * is {@code <init>}; any other descriptor denotes a field.
     *
     * @param owner internal name
     * @throws NotThere if it does not
     */
    void need(String owner, String name, String descriptor);

    /**
     * Returns the non-private instance methods that a class declares, as name and descriptor.
     *
     * @param owner internal name
     * @throws NotThere if there is no such class
     */
    Set<String> callable(String owner);

    /**
     * Returns the maximum number of threads of the process that runs this JDK, or {@link Long#MAX_VALUE} if there is no limit or it
     * is unknown.
     */
    default long mostThreads() {
        return Long.MAX_VALUE;
    }
}
