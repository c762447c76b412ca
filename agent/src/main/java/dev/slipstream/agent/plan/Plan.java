package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;

/**
 * Changes that a retrofit would make to a JDK.
 *
 * @param state {@code ACTIVE} if it would be installed, else {@code UNNEEDED} or {@code DECLINED}
 * @param reason why, or which part of the remedy applies here; may be empty
 * @param edits what to rewrite; empty unless {@code ACTIVE}
 */
public record Plan(State state, String reason, List<ClassEdit> edits) {
    /**
     * Edits to one class.
     *
     * @param className internal name
     * @param edits at least one
     */
    public record ClassEdit(String className, List<MethodEdit> edits) {
    }

    /** Returns a plan to install the edits. */
    public static Plan install(String note, List<ClassEdit> edits) {
        return new Plan(State.ACTIVE, note, edits);
    }

    /** Returns a plan for a JDK that does not have the cost the remedy removes. */
    public static Plan unneeded(String reason) {
        return new Plan(State.UNNEEDED, reason, List.of());
    }

    /** Returns a plan for a JDK or settings that the remedy does not support. */
    public static Plan declined(String reason) {
        return new Plan(State.DECLINED, reason, List.of());
    }
}
