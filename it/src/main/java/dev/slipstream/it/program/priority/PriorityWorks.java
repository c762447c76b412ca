package dev.slipstream.it.program.priority;

/** Tells whether the priority of a thread reaches the kernel. */
public final class PriorityWorks {
    private static final int SINCE = 21;

    private PriorityWorks() {}

    public static boolean works() throws Exception {
        if (Runtime.version().feature() < SINCE) {
            return false;
        }
        NiceThread thread = NiceThread.started(Thread.MIN_PRIORITY);
        boolean differs = !thread.nice().equals(NiceThread.ownNice());
        thread.end();
        return differs;
    }
}
