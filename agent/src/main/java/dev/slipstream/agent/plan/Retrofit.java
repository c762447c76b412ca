package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;
import java.util.Optional;

/**
 * One remedy's change to the JDK. Has no state: its methods are functions of their arguments, without side effects on the JVM.
 * {@link Plan.Preparation} makes a {@link Switch} for the JVM in which the change is installed.
 */
public interface Retrofit {
    /** The class that starts the engine of a baked JDK, internal name. */
    String BAKED_ENGINE = "jdk/internal/misc/BakedEngine";

    /** Returns the remedy's description, the same object for each call. */
    Remedy remedy();

    /** Returns the classes that the rewritten methods call. */
    Grafts grafts();

    /**
     * Decides what to change, from the JDK's classes and the settings alone.
     *
     * @throws dev.slipstream.agent.rewrite.NotThere if the JDK is not as expected; the remedy is then declined
     * @throws IllegalArgumentException if a setting has an unusable value; the remedy is then declined
     */
    Plan plan(JdkView jdk, Settings settings);

    /**
     * Tells whether the edits must survive when another agent retransforms the class. The transformer then has to stay registered,
     * and the JVM calls it for every class that it loads; other remedies avoid that cost.
     */
    default boolean keepsEdits() {
        return false;
    }

    /**
     * Tells whether the remedy replaces its edits while it is active, by {@link Switch.Callback#rewrite}. It cannot be baked into a
     * JDK then.
     */
    default boolean rewritesLater() {
        return false;
    }

    /** Returns the edits of the control graft by which, in a baked JDK, it starts the engine when the remedy is first needed. */
    default List<MethodEdit> whenBaked() {
        return List.of(new MethodEdit.CallFirst("idle", "()V", BAKED_ENGINE, "want"));
    }

    /**
     * Returns the edit of a baked JDK by which a class that is rewritten anyway initialises the control graft together with
     * itself; empty if the JVM is to initialise that graft when it boots.
     */
    default Optional<Plan.ClassEdit> initialiser() {
        return Optional.empty();
    }
}
