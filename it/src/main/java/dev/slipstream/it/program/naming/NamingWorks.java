package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells whether a name reaches the kernel, but not at once, with {@code naming.interval=1000}. */
public final class NamingWorks {
    private static final int RENAMES = 20;
    private static final int ATTEMPTS = 5;
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final AtomicInteger names = new AtomicInteger();

    private NamingWorks() {}

    /** The publisher may run at that very moment, hence the attempts. */
    public static boolean works() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        boolean late = false;
        boolean arrived = true;
        for (int attempt = 0; attempt < ATTEMPTS && arrived && !late; attempt++) {
            String last = "last-" + names.incrementAndGet();
            late = thread.submit(() -> rename(last)).get();
            arrived = arrives(thread, last);
        }
        thread.shutdown();
        return late && arrived;
    }

    /** @return whether the kernel has another name afterwards */
    private static boolean rename(String last) throws IOException {
        for (int i = 0; i < RENAMES; i++) {
            Thread.currentThread().setName("works-" + i);
        }
        Thread.currentThread().setName(last);
        return !NativeName.own().equals(last);
    }

    private static boolean arrives(ExecutorService thread, String name) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (System.nanoTime() - end < 0) {
            if (thread.submit(() -> NativeName.own().equals(name)).get()) {
                return true;
            }
            Thread.sleep(10);
        }
        return false;
    }
}
