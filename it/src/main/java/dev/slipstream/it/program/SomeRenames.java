package dev.slipstream.it.program;

/** A few renames of one thread, for {@link Console}: more than the first, which are the JDK's, and no load. */
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
