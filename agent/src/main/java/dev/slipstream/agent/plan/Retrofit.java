package dev.slipstream.agent.plan;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * One remedy's change to the JDK. The engine calls the methods in the order in which they stand here; after an exception
 * anywhere it calls {@link #finish} if {@link #prepare} was called, restores the classes, and calls {@link #deactivate}.
 *
 * <p>The classes of all remedies are rewritten together, between their {@link #prepare} and their {@link #activate}. Where that
 * fails they are restored and rewritten remedy by remedy, before anybody was activated and without a call of {@link #finish}.
 */
public interface Retrofit {
    /** The remedy's name, as in options. */
    String remedy();

    /** Its settings, as in options, without the remedy's name, each with what it means. */
    Map<String, String> settings();

    /**
     * Decides from what the JDK has and from the settings alone, and changes nothing.
     *
     * @throws dev.slipstream.agent.rewrite.NotThere if the JDK is not as expected, which declines
     * @throws IllegalArgumentException if a setting's value cannot be used, which declines
     */
    Plan plan(Jdk jdk, Settings settings);

    /** The graft classes, internal names, all of one package, in the order of definition. The last is given to prepare. */
    List<String> grafts();

    /**
     * Whether the rewritten methods must stay so when somebody else has their class transformed again. That has the JVM show us
     * every class that it loads, which others are better spared.
     */
    default boolean keepsEdits() {
        return false;
    }

    /** A class of the JDK beside which the grafts are defined. */
    String graftNeighbour();

    /** Packages of java.base to open to the engine: those of the grafts, and those that the retrofit's own code reads. */
    List<String> opens();

    /**
     * Starts what the rewritten methods will need. They do not call the graft yet, or it lets them pass.
     *
     * @param graft the agent's side of the last of the grafts
     */
    void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) throws Exception;

    /** The methods are rewritten: lets them use the graft, and shows that it works, as far as can be shown now. */
    void activate() throws Exception;

    /** What of the remedy works in this JVM, as {@link #activate} has found out; empty if there is nothing to say. */
    default String note() {
        return "";
    }

    /**
     * Another agent had the rewritten classes transformed, so that the methods were the JDK's own for up to a second. Now they are
     * rewritten again: makes up for what was missed. On the engine's thread.
     */
    default void rewrittenAgain() throws Exception {
    }

    /**
     * Tries out whether the rewritten methods do what they should, after another agent had their classes transformed. On the
     * engine's thread; takes milliseconds.
     *
     * @return what does not work, or null
     */
    String check() throws Exception;

    /**
     * The methods are about to get their own bodies back: brings to an end what would be wrong once they pass the graft by. Does
     * nothing if there is nothing to finish. May be called more than once, and, where {@link #keepsEdits}, on any thread.
     */
    default void finish() throws Exception {
    }

    /** Lets the methods pass the graft by, and stops threads. Does nothing if there is nothing to stop. */
    void deactivate() throws Exception;

    /** What {@link #deactivate} could not take back, for the user; empty if all is as it was. */
    default String remains() {
        return "";
    }

    /** Numbers for the user, in a fixed order; empty unless prepared. */
    Map<String, Long> counters();

    /** Places in the application that pay the cost, with a count of samples, most frequent first. */
    Map<String, Long> sites();

    /** How a retrofit tells the engine what it finds out later. */
    interface Watch {
        /** The remedy turned out not to work: takes it back. Any thread. */
        void undo(String reason);

        /** A line for the user, said once. */
        void say(String line);

        /**
         * Gives the classes that the plan names other edits in place of the former ones. Any thread that holds no lock which
         * {@link #finish} or {@link #deactivate} wait for. A failure takes the remedy back.
         *
         * @return whether they are in force; if not, the remedy has been taken back
         */
        boolean rewrite(List<Plan.ClassEdit> edits);

        /** How many bytes of the heap an object takes in this JVM, without what it refers to. Any thread. */
        long sizeOf(Object object);
    }
}
