package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;

/**
 * What a retrofit would do to a JDK.
 *
 * @param state {@code ACTIVE} if it would be installed, else {@code UNNEEDED} or {@code DECLINED}
 * @param reason why, or what of the remedy applies here; may be empty
 * @param edits what to rewrite; empty unless {@code ACTIVE}
 */
public record Plan(State state, String reason, List<ClassEdit> edits) {
    /**
     * The edits of one class.
     *
     * @param className internal name
     * @param edits at least one
     */
    public record ClassEdit(String className, List<MethodEdit> edits) {
    }

    /** To be installed. */
    public static Plan install(String note, List<ClassEdit> edits) {
        return new Plan(State.ACTIVE, note, edits);
    }

    /** This JDK does not pay the cost. */
    public static Plan unneeded(String reason) {
        return new Plan(State.UNNEEDED, reason, List.of());
    }

    /** Not on this JDK or with these settings. */
    public static Plan declined(String reason) {
        return new Plan(State.DECLINED, reason, List.of());
    }
}
