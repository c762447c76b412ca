package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Changes that a retrofit would make to a JDK.
 *
 * @param state {@code ACTIVE} if it would be installed, else {@code UNNEEDED}, {@code DECLINED} or {@code FAILED}
 * @param reason why, or which part of the remedy applies here; may be empty
 * @param edits what to rewrite; empty unless {@code ACTIVE}
 * @param preparation what to start before that; null unless {@code ACTIVE}
 */
public record Plan(State state, String reason, List<ClassEdit> edits, @Nullable Preparation preparation) {
    /**
     * Edits to one class.
     *
     * @param className internal name
     * @param edits at least one
     */
    public record ClassEdit(String className, List<MethodEdit> edits) {}

    /** Preparation of a running JVM for the rewritten methods, with the settings as planned. Has no state. */
    public interface Preparation {
        /** Returns the names of the threads that the remedy has while it is active, some of them once it is first needed. */
        default List<String> threads() {
            return List.of();
        }

        /** Returns the files that the remedy opens while it is active, for the user. */
        default List<String> files() {
            return List.of();
        }

        /**
         * Starts what the rewritten methods will need. At this point the methods do not call the graft yet, or the graft is
         * inactive. After an exception, nothing runs: an implementation starts its thread last, when nothing can fail any more.
         *
         * @param graft the control object of the grafts
         * @return the remedy's switch, a new one for each call
         */
        Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) throws Exception;
    }

    /** Returns a plan to install the edits. */
    public static Plan install(String note, List<ClassEdit> edits, Preparation preparation) {
        return new Plan(State.ACTIVE, note, edits, preparation);
    }

    /** Returns a plan for a JDK that does not have the cost the remedy removes. */
    public static Plan unneeded(String reason) {
        return nothing(State.UNNEEDED, reason);
    }

    /** Returns a plan for a JDK or settings that the remedy does not support. */
    public static Plan declined(String reason) {
        return nothing(State.DECLINED, reason);
    }

    /** Returns a plan for a JVM in which planning failed unexpectedly. */
    public static Plan failed(String reason) {
        return nothing(State.FAILED, reason);
    }

    private static Plan nothing(State state, String reason) {
        return new Plan(state, reason, List.of(), null);
    }
}
