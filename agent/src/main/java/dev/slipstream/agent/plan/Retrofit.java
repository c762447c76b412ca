package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * One remedy's change to the JDK. The engine calls the lifecycle methods in the order of declaration. After an exception in any of
 * them it calls {@link #finish}, restores the classes, and calls {@link #deactivate}; the two calls are made only if
 * {@link #prepare} was called.
 *
 * <p>The classes of all remedies are rewritten together, between {@link #prepare} and {@link #activate}. If that fails, they are
 * restored and rewritten one remedy at a time, before any remedy is activated and without a call of {@link #finish}.
 */
public interface Retrofit {
    /** The class that starts the engine of a baked JDK, internal name. */
    String BAKED_ENGINE = "jdk/internal/misc/BakedEngine";

    /** Returns the remedy's description, the same object for each call. */
    Remedy remedy();

    /**
     * Decides what to change, from the JDK's classes and the settings alone. Has no side effects on the JVM.
     *
     * @throws dev.slipstream.agent.rewrite.NotThere if the JDK is not as expected; the remedy is then declined
     * @throws IllegalArgumentException if a setting has an unusable value; the remedy is then declined
     */
    Plan plan(JdkView jdk, Settings settings);

    /**
     * Returns the internal names of the graft classes in definition order, all of one package. The control object of the last one
     * is passed to {@link #prepare}.
     */
    List<String> grafts();

    /**
     * Tells whether the edits must survive when another agent retransforms the class. The transformer then has to stay registered,
     * and the JVM calls it for every class that it loads; other remedies avoid that cost.
     */
    default boolean keepsEdits() {
        return false;
    }

    /**
     * Tells whether the remedy replaces its edits while it is active, by {@link Watch#rewrite}. It cannot be baked into a JDK then.
     */
    default boolean rewritesLater() {
        return false;
    }

    /** Returns the edits of the last graft by which, in a baked JDK, it starts the engine when the remedy is first needed. */
    default List<MethodEdit> whenBaked() {
        return List.of(new MethodEdit.CallFirst("idle", "()V", BAKED_ENGINE, "want"));
    }

    /**
     * Returns further edits of a baked JDK, by which a class that is edited anyway initialises the last graft together with itself.
     * Without any, the JVM initialises that graft when it boots.
     */
    default List<Plan.ClassEdit> bakedEdits() {
        return List.of();
    }

    /** Returns a class of the JDK; the grafts are defined in its package and with its loader. */
    String graftNeighbour();

    /** Returns the names of the threads that the remedy has while it is active, some of them once it is first needed. */
    default List<String> threads(Settings settings) {
        return List.of();
    }

    /** Returns the files that the remedy opens while it is active, for the user. */
    default List<String> files(Settings settings) {
        return List.of();
    }

    /**
     * Returns the packages of java.base to open to the engine: those of the grafts, and those that the retrofit's own code accesses
     * reflectively.
     */
    List<String> opens();

    /**
     * Starts what the rewritten methods will need. At this point the methods do not call the graft yet, or the graft is inactive.
     *
     * @param graft the control object of the last graft
     */
    void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) throws Exception;

    /** Activates the graft after the methods have been rewritten, and verifies that it works as far as possible at this point. */
    void activate() throws Exception;

    /** Returns which part of the remedy works in this JVM, as found by {@link #activate}; empty if there is nothing to report. */
    default String note() {
        return "";
    }

    /**
     * Compensates for edits that were missing. Another agent retransformed the classes, so that the methods had the JDK's own
     * bodies for up to a second; now they are rewritten again. Called on the engine's thread.
     */
    default void rewrittenAgain() throws Exception {
    }

    /**
     * Tests whether the rewritten methods work, after another agent retransformed their classes. Called on the engine's thread;
     * takes milliseconds.
     *
     * @return what does not work, or null
     */
    String check() throws Exception;

    /**
     * Completes pending work before the methods get their original bodies back and bypass the graft. Does nothing if nothing is
     * pending. May be called more than once and, if {@link #keepsEdits}, on any thread.
     */
    default void finish() throws Exception {
    }

    /** Deactivates the graft, and stops threads. Does nothing if there is nothing to stop. */
    void deactivate() throws Exception;

    /** Returns what {@link #deactivate} could not undo, for the user; empty if everything is as it was. */
    default String remains() {
        return "";
    }

    /** Returns the values of the remedy's counters by name, in their order; empty unless prepared. */
    Map<String, Long> counters();

    /** Returns the places in the application that incur the cost, with their sample counts, most frequent first. */
    default Map<String, Long> sites() {
        return Map.of();
    }

    /** Callback from a retrofit to the engine, after installation. */
    interface Watch {
        /** Uninstalls the remedy because it does not work. May be called on any thread. */
        void undo(String reason);

        /**
         * Uninstalls the remedy because a test of its effect failed. If another agent has redefined its classes since the
         * installation, they are first rewritten and tested once more. May be called on any thread.
         */
        void trialFailed(String reason);

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
