package jdk.internal.misc;

import java.util.function.BiFunction;

/**
 * Called first by {@code ManagementFactory.getPlatformMBeanServer}, which holds its class's monitor: tells the agent, once,
 * that somebody wants the platform's MBean server, so that the agent's beans can join it. Volatile, since the listener is set
 * by another thread than the one that asks; it is taken away before it runs, since it asks itself.
 */
public final class ObservabilityGraft implements BiFunction<String, Object, Object> {
    /** What to run, or null. */
    private static volatile Runnable listener;

    private ObservabilityGraft() {
    }

    /** The agent's side of this graft. */
    public static BiFunction<String, Object, Object> control() {
        return new ObservabilityGraft();
    }

    /** Sets the listener. */
    @Override
    public Object apply(String what, Object value) {
        listener = (Runnable) value;
        return null;
    }

    /** Must not throw: the caller is the application. */
    public static void asked() {
        Runnable waiting = listener;
        if (waiting != null) {
            listener = null;
            try {
                waiting.run();
            } catch (Throwable e) {
                System.err.println("slipstream: no MXBeans: ".concat(String.valueOf(e)));
            }
        }
    }
}
