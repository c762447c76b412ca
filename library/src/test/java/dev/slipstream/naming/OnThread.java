package dev.slipstream.naming;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs something on a thread of its own, whose name nobody else has touched. */
final class OnThread {
    private OnThread() {
    }

    static <T> T call(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "on-thread");
        thread.start();
        try {
            return future.get();
        } finally {
            thread.join();
        }
    }

    /** As the agent does: the slot first, else the JDK, and then the Java name, which a test need not see. */
    static boolean rename(NameSlot slot, String name) {
        boolean taken = slot.test(name);
        if (!taken) {
            Thread.currentThread().setName(name);
        }
        return taken;
    }

    /** Past the trial: the last name set is {@code on-trial-7}. */
    static NameSlot publishedSlot(NamePublisher publisher) {
        NameSlot slot = publisher.slot();
        for (int i = 0; i < NameSlot.TRIAL; i++) {
            if (rename(slot, "on-trial-" + i)) {
                throw new AssertionError("taken during the trial");
            }
        }
        return slot;
    }
}
