package dev.slipstream.agent.engine;

/**
 * One who has classes rewritten together with others: a remedy, or what the agent itself listens to. What goes wrong for one is kept from the
 * others. The caller holds the engine's lock; nothing here throws.
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
