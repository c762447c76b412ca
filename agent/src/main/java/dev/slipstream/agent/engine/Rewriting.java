package dev.slipstream.agent.engine;

/**
 * Participant in a joint rewriting of classes: a remedy, or the agent's {@link Observability}. A failure of one does not affect the
 * others. The caller holds the engine's lock; no method throws.
 */
interface Rewriting {
    /** Returns the edits to apply. */
    LiveClasses.Wish wish();

    /** Called when the classes have been rewritten and may be used. */
    void rewritten();

    /** Called when the classes could not be rewritten. Discards what was prepared for that. */
    void notRewritten(Throwable why);

    /** Called before the classes are restored. Completes pending work that would be wrong afterwards. */
    void finish();

    /** Called when the classes could not be restored; {@link #restored} follows nevertheless. */
    void notRestored(Throwable why);

    /** Called when the classes have been restored. Releases the rest. */
    void restored();
}
