package dev.slipstream.agent.engine;

/** Steps of installing a remedy, and one that may follow later. */
enum Stage {
    PLAN, DEFINE, PREPARE, REWRITE, TRIAL,

    /** Another agent retransforms a class whose edits are to be kept. */
    KEEP;

    /** Test hook: name of the stage that is to fail, to test recovery from a failure at every stage. */
    static final String FAIL_PROPERTY = "dev.slipstream.test.fail";

    private static final String FAIL = System.getProperty(FAIL_PROPERTY, "");

    void enter() {
        if (FAIL.equals(name())) {
            throw new IllegalStateException("made to fail at " + name());
        }
    }
}
