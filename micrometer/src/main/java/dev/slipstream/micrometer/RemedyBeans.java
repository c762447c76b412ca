package dev.slipstream.micrometer;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.NotificationListener;
import javax.management.ObjectName;

/**
 * MXBeans of Slipstream's remedies in this JVM. There are none without Slipstream. An attach adds them, a detach removes them.
 *
 * <p>Methods may be called by any thread.
 */
public final class RemedyBeans {
    private static final ObjectName ALL = all();

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /** Creates the platform's MBean server if there is none yet. */
    public RemedyBeans() {}

    private static ObjectName all() {
        try {
            return new ObjectName("dev.slipstream:type=Remedy,name=*");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the server that has the beans.
     *
     * @return the platform's MBean server
     */
    public MBeanServer server() {
        return server;
    }

    /**
     * Returns the names of the beans that are there now. The property {@code name} of each names the remedy.
     *
     * @return a set of the caller's own, sorted; empty without Slipstream
     */
    public Set<ObjectName> names() {
        return new TreeSet<>(server.queryNames(ALL, null));
    }

    /**
     * Has an action run after each time that a bean was added or removed. It runs on the thread that adds or removes the bean,
     * which holds locks of the agent: it must not wait for an attach or a detach, and should be short. Its exceptions are lost.
     *
     * @param action the action
     * @return the way to end this
     */
    public Watch watch(Runnable action) {
        NotificationListener listener = (notification, handback) -> action.run();
        try {
            server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener,
                    notification -> ALL.apply(((MBeanServerNotification) notification).getMBeanName()), null);
        } catch (InstanceNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return () -> end(listener);
    }

    private void end(NotificationListener listener) {
        try {
            server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** End of what {@link #watch} has begun. */
    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        /** Has the action run no more. It may still be running on another thread. To be called once. */
        @Override
        void close();
    }
}
