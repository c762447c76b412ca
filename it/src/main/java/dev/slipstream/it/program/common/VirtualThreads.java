package dev.slipstream.it.program.common;

/** Virtual threads for programs that also run on JDKs without them. */
public final class VirtualThreads {
    private VirtualThreads() {}

    public static boolean exist() {
        return Runtime.version().feature() >= 21;
    }

    public static Thread start(Runnable task) {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts virtual threads that each park once while pinned, and waits for them. */
    public static void runPinned(int count) throws InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = start(() -> {
                synchronized (new Object()) {
                    try {
                        Thread.sleep(10);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
