package dev.slipstream.it.program.pinning;

/**
 * Makes allocations of Slipstream's keeper fail, once at each place in the code. A test inserts calls of it into the keeper's
 * classes. Their loader has its own copy of this class, which the application controls by system properties.
 */
public final class Failing {
    /** Property: allocations fail while it is {@code true}. */
    public static final String ARMED = "slipstream.test.failing";

    /** Property: how many allocations have failed. */
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
