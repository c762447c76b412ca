package dev.slipstream.runtime.naming;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runner of tasks on new threads, whose names no other code has changed. */
final class OnThread {
    private OnThread() {}

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

    /** Asks a slot as if the Java name were the one that it got last: tests do without the Java names that the agent stores. */
    static boolean take(NameSlot slot, String name) {
        return slot.test(name, slot.target());
    }

    /** Renames the current thread as the agent does: by the slot, or else by the JDK. */
    static boolean rename(NameSlot slot, String name) {
        boolean taken = take(slot, name);
        if (!taken) {
            Thread.currentThread().setName(name);
        }
        return taken;
    }

    /** Returns a slot that is past its threshold; the last name set is {@code early-7}. */
    static NameSlot publishedSlot(NamePublisher publisher) {
        NameSlot slot = publisher.slot();
        for (int i = 0; i < NameSlot.THRESHOLD; i++) {
            if (rename(slot, "early-" + i)) {
                throw new AssertionError("taken below the threshold");
            }
        }
        return slot;
    }
}
