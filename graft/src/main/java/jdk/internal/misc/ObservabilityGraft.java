package jdk.internal.misc;

/**
 * Called first by {@code ManagementFactory.getPlatformMBeanServer}, which holds its class's monitor: tells the agent, once,
 * that somebody wants the platform's MBean server, so that the agent's beans can join it. Volatile, since the listener is set
 * by another thread than the one that asks; it is taken away before it runs, since it asks itself.
 */
public final class ObservabilityGraft {
    /** What to run, or null. */
    public static volatile Runnable listener;

    private ObservabilityGraft() {
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
