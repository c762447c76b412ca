package dev.slipstream.it.program;

/**
 * Lets allocations of Slipstream's keeper fail, each place in the code once. A test puts calls of it into the keeper's classes; their
 * loader has a copy of this class, which the application reaches by system properties.
 */
public final class Failing {
    /** Allocations fail while this property is {@code true}. */
    public static final String ARMED = "slipstream.test.failing";

    /** How many have failed. */
    public static final String FAILED = "slipstream.test.failed";

    private static final boolean[] failed = new boolean[1 << 10];

    private Failing() {
    }

    /** Called before each allocation. */
    public static void allocate(int place) {
        if (!failed[place] && Thread.currentThread().getName().equals("slipstream-keeper") && Boolean.getBoolean(ARMED)) {
            failed[place] = true;
            System.setProperty(FAILED, Integer.toString(Integer.getInteger(FAILED, 0) + 1));
            throw new OutOfMemoryError("injected at place " + place);
        }
    }
}
