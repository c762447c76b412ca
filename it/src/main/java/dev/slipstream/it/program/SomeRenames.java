package dev.slipstream.it.program;

/** A few renames of one thread: more than the first ones, which are left to the JDK, but no load. For {@link Console}. */
public final class SomeRenames {
    private static final int MANY = 100;

    private SomeRenames() {
    }

    /** Renames the calling thread. */
    public static String rename() {
        String name = Thread.currentThread().getName();
        for (int i = 0; i < MANY; i++) {
            Thread.currentThread().setName("r" + i);
        }
        Thread.currentThread().setName(name);
        return "renamed";
    }
}
