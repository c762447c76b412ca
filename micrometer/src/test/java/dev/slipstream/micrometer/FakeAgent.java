package dev.slipstream.micrometer;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.management.AttributeNotFoundException;
import javax.management.ImmutableDescriptor;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/** Beans as the agent's, of which each has a counter and a gauge. */
final class FakeAgent {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final List<ObjectName> names = new ArrayList<>();
    private volatile String state = "active";

    void attach(String remedy) {
        try {
            ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=" + remedy);
            names.add(name);
            server.registerMBean(new Bean(), name);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    void become(String next) {
        state = next;
    }

    void detach() {
        try {
            for (ObjectName name : names) {
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new AssertionError(e);
        }
        names.clear();
    }

    /** Attributes of the interface that the metrics read. */
    public interface RemedyMXBean {
        String getState();

        int getActive();
    }

    private final class Bean extends StandardMBean implements RemedyMXBean {
        Bean() {
            super(RemedyMXBean.class, true);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            MBeanInfo fixed = super.getMBeanInfo();
            List<MBeanAttributeInfo> all = new ArrayList<>(Arrays.asList(fixed.getAttributes()));
            all.add(number("renames", "counter"));
            all.add(number("files", "gauge"));
            return new MBeanInfo(fixed.getClassName(), fixed.getDescription(), all.toArray(MBeanAttributeInfo[]::new),
                    fixed.getConstructors(), fixed.getOperations(), fixed.getNotifications(), fixed.getDescriptor());
        }

        private static MBeanAttributeInfo number(String name, String kind) {
            return new MBeanAttributeInfo(name, "java.lang.Long", name, true, false, false,
                    new ImmutableDescriptor("metricType=" + kind));
        }

        @Override
        public @Nullable Object getAttribute(String attribute) throws AttributeNotFoundException,
                MBeanException, ReflectionException {
            switch (attribute) {
                case "renames":
                    return getActive() == 1 ? 7L : null;
                case "files":
                    return getActive() == 1 ? 3L : null;
                default:
                    return super.getAttribute(attribute);
            }
        }

        @Override
        public String getState() {
            return state;
        }

        @Override
        public int getActive() {
            return state.equals("active") ? 1 : 0;
        }
    }
}
