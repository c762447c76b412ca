package dev.slipstream.agent.plan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a remedy that lives in a JVM, from one installation to its end. The engine calls the methods in the order of
 * declaration, one at a time except where noted. After an exception in any of them it calls {@link #finish}, restores the classes,
 * and calls {@link #deactivate}.
 *
 * <p>The classes of all remedies are rewritten together, before the first call. If that fails, they are restored and rewritten
 * one remedy at a time, before any remedy is activated and without a call of {@link #finish}.
 */
public interface Switch {
    /**
     * Activates the graft after the methods have been rewritten, and verifies that it works as far as possible at this point.
     *
     * @return which part of the remedy works in this JVM, for the user; empty if there is nothing to report
     */
    String activate() throws Exception;

    /**
     * Compensates for edits that were missing. Another agent retransformed the classes, so that the methods had the JDK's own
     * bodies for up to a second; now they are rewritten again. Called on the engine's thread.
     */
    default void rewrittenAgain() throws Exception {}

    /**
     * Tests whether the rewritten methods work, after another agent retransformed their classes. Called on the engine's thread;
     * takes milliseconds.
     *
     * @return what does not work; null if it works
     */
    @Nullable
    String check() throws Exception;

    /**
     * Completes pending work before the methods get their original bodies back and bypass the graft. Does nothing if nothing is
     * pending. May be called more than once and, if {@link Retrofit#keepsEdits}, on any thread.
     */
    default void finish() throws Exception {}

    /**
     * Deactivates the graft, and stops threads. Does nothing if there is nothing to stop. Called again if it threw an exception.
     *
     * @return what it could not undo, for the user; empty if everything is as it was
     */
    String deactivate() throws Exception;

    /** Returns the values of the remedy's counters by name, in their order. May be called on any thread. */
    Map<String, Long> counters();

    /**
     * Returns the places in the application that incur the cost, with their sample counts, most frequent first. May be called on
     * any thread.
     */
    default Map<String, Long> sites() {
        return Map.of();
    }

    /** Callback from a switch to the engine, after installation. */
    interface Callback {
        /** Uninstalls the remedy because it does not work. May be called on any thread. */
        void undo(String reason);

        /**
         * Uninstalls the remedy because a test of its effect failed. If another agent has redefined its classes since the
         * installation, they are first rewritten and tested once more. May be called on any thread.
         */
        void selfTestFailed(String reason);

        /** Prints a line for the user. The caller sees to it that it does so once. */
        void say(String line);

        /**
         * Replaces the edits of the plan's classes. May be called on any thread that holds no lock for which {@link #finish} or
         * {@link #deactivate} wait. A failure uninstalls the remedy.
         *
         * @return whether the new edits are in force; if not, the remedy has been uninstalled
         */
        boolean rewrite(List<Plan.ClassEdit> edits);

        /** Returns the shallow heap size of an object in this JVM, in bytes. May be called on any thread. */
        long sizeOf(Object object);
    }
}
