package dev.slipstream.lab.experiment.pinning;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads for classes compiled for JDK 17. Only the thread that starts one uses reflection. */
final class VirtualThreads {
    private VirtualThreads() {}

    /** Calls {@code Executors.newVirtualThreadPerTaskExecutor()}. */
    static ExecutorService executor() {
        return (ExecutorService) call(Executors.class, "newVirtualThreadPerTaskExecutor", new Class<?>[0]);
    }

    /** Calls {@code Thread.startVirtualThread(task)}. */
    static Thread start(Runnable task) {
        return (Thread) call(Thread.class, "startVirtualThread", new Class<?>[] {Runnable.class}, task);
    }

    /** Returns the scheduler's parallelism: its system property, or by default the number of processors. */
    static int carriers() {
        return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
    }

    private static Object call(Class<?> owner, String name, Class<?>[] types, Object... arguments) {
        try {
            Method method = owner.getMethod(name, types);
            return method.invoke(null, arguments);
        } catch (ReflectiveOperationException older) {
            throw new IllegalStateException("virtual threads need JDK 21 or later", older);
        }
    }
}
