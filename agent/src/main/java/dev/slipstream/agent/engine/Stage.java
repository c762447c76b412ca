package dev.slipstream.agent.engine;

/** The steps of installing a remedy, and one that may come later. */
enum Stage {
    PLAN, DEFINE, PREPARE, REWRITE, TRIAL,

    /** Somebody else has a class transformed again whose edits are to stay. */
    KEEP;

    /** Test hook: the name of the stage that is to fail, so that what follows a failure can be tested at every one. */
    static final String FAIL_PROPERTY = "dev.slipstream.test.fail";

    private static final String FAIL = System.getProperty(FAIL_PROPERTY, "");

    void enter() {
        if (FAIL.equals(name())) {
            throw new IllegalStateException("made to fail at " + name());
        }
    }
}
