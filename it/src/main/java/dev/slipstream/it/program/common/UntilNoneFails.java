package dev.slipstream.it.program.common;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Uses a rewritten method while an allocation in Slipstream's code fails: the first of a use, then the second, until a use makes no
 * more. Each use has an object of its own, and a thread of its own.
 */
public final class UntilNoneFails {
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private UntilNoneFails() {}

    /** Use of rewritten methods on a thread of its own. */
    public interface Use {
        /**
         * Returns what differs from the JDK's own methods, or null.
         *
         * @param others the number of allocations before the one that fails
         */
        String differs(int others) throws Exception;
    }

    /** Returns the number of failures, or what differs. */
    public static String on(Use use, boolean virtual) throws Exception {
        for (int others = 0; true; others++) {
            int before = others;
            FutureTask<String> task = new FutureTask<>(() -> use.differs(before));
            if (virtual) {
                VirtualThreads.start(task);
            } else {
                new Thread(task, "use").start();
            }
            String differs;
            try {
                differs = task.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
            } catch (Exception e) {
                differs = e.toString();
            } finally {
                Failing.end();
            }
            if (differs != null) {
                return differs + failure();
            }
            if (Failing.latest() == null) {
                return Integer.toString(others);
            }
        }
    }

    /** Returns the latest failure and where it was, or an empty text. */
    public static String failure() {
        StringBuilder text = new StringBuilder();
        if (Failing.latest() != null) {
            text.append(" after ").append(Failing.latest());
            for (StackTraceElement frame : Failing.latest().getStackTrace()) {
                text.append(" < ").append(frame);
            }
        }
        return text.toString();
    }
}
