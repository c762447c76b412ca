package dev.slipstream.it.program.common;

/**
 * Makes allocations in Slipstream's code fail. A test inserts calls of it before each of them. It lies on the boot class path, so
 * that all loaders share one copy. It allocates nothing but the error, and loads no class.
 */
@SuppressWarnings("StaticAssignmentOfThrowable")
public final class Failing {
    /** Property: the name of a thread on which each place fails once, from the start. */
    public static final String THREAD = "slipstream.test.failing.thread";

    /** Property: the number of places to pass, from the start, before one fails. */
    public static final String PLACE = "slipstream.test.failing.place";

    private static final int NEVER = -1;
    private static final boolean FROM_THE_START = System.getProperty(PLACE) != null;

    /** Places that no longer count. */
    private static final boolean[] passed = new boolean[1 << 13];

    private static volatile String named = System.getProperty(THREAD);
    private static volatile Thread only;
    private static volatile boolean all;
    private static volatile int left = Integer.getInteger(PLACE, NEVER);
    private static volatile int failures;
    private static volatile Error latest;

    private Failing() {}

    /** Lets each place fail once on threads of a name, or none if it is null. */
    public static void eachOnce(String thread) {
        named = thread;
    }

    /** Lets an allocation of the calling thread fail, after it has made so many others. */
    public static void after(int others) {
        latest = null;
        only = Thread.currentThread();
        left = others;
    }

    /** Lets an allocation fail on any thread, the next in a place that has not failed so far, unless a class is initialised. */
    public static void next() {
        latest = null;
        only = null;
        left = 0;
    }

    /** Lets all allocations fail. */
    public static void all() {
        latest = null;
        only = null;
        all = true;
    }

    /** Lets no more allocations fail. */
    public static void end() {
        all = false;
        left = NEVER;
    }

    /** Returns the error that was thrown since {@link #after}, {@link #next} or {@link #all}, or null. */
    public static Error latest() {
        return latest;
    }

    /** Returns how many allocations have failed. */
    public static int failures() {
        return failures;
    }

    /** Called before each allocation. */
    public static void allocate(int place) {
        Thread current = Thread.currentThread();
        if (all || (named != null ? current.getName().equals(named) && isNew(place) : left >= 0 && isNext(current, place))) {
            Error error = new OutOfMemoryError("injected at place ".concat(Integer.toString(place)));
            failures++;
            latest = error;
            throw error;
        }
    }

    private static boolean isNext(Thread current, int place) {
        if (only != null) {
            return only == current && left-- == 0;
        }
        return !passed[place] && (FROM_THE_START || !isInitialising()) && isNew(place) && left-- == 0;
    }

    /** Tells whether a class is being initialised. It would be lost for good. */
    private static boolean isInitialising() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNew(int place) {
        boolean isNew = !passed[place];
        passed[place] = true;
        return isNew;
    }
}
