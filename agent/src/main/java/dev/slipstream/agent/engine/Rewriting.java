package dev.slipstream.agent.engine;

/**
 * A part that has classes rewritten together with others: a remedy, or the
 * {@link Observability} of the agent. A failure of one does not affect the others. The caller holds the engine's lock; nothing
 * here throws.
 */
interface Rewriting {
    /** What is to be rewritten. */
    LiveClasses.Wish wish();

    /** It is rewritten; now it may be used. */
    void rewritten();

    /** It could not be; what was prepared for it is given up. */
    void notRewritten(Throwable why);

    /** The classes are about to be restored: ends what would be wrong after that. */
    void finish();

    /** They could not be; {@link #restored} follows all the same. */
    void notRestored(Throwable why);

    /** The classes are as they were: gives up the rest. */
    void restored();
}
