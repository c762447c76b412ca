package dev.slipstream.lab.experiment.pinning;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Scenario in which every carrier is pinned by a native frame below the park, and the thread that ends the parks has not run yet.
 * The native frame is that of Method.invoke, which is native with {@code -Djdk.reflect.useNativeAccessorOnly=true}.
 */
public final class NativeFrame {
    private static final CountDownLatch MESSAGE = new CountDownLatch(1);

    private NativeFrame() {}

    /** Parks; called through the native frame. */
    public static void park() {
        Stage.await(MESSAGE);
    }

    /**
     * Runs the scenario.
     *
     * @param args none
     * @throws Exception if reflection fails, or if interrupted
     */
    public static void main(String[] args) throws Exception {
        Method park = NativeFrame.class.getMethod("park");
        List<Thread> threads = new ArrayList<>();
        int carriers = VirtualThreads.carriers();
        for (int i = 0; i < carriers; i++) {
            threads.add(VirtualThreads.start(() -> {
                try {
                    park.invoke(null);
                } catch (ReflectiveOperationException unexpected) {
                    throw new IllegalStateException(unexpected);
                }
            }));
        }
        Stage.await(threads, carriers, Thread.State.WAITING);
        threads.add(VirtualThreads.start(MESSAGE::countDown));
        Stage.join(threads);
        Stage.pass();
    }
}
