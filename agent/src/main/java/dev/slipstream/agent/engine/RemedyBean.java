package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.State;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
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

/**
 * MXBean view of an installation. Each counter is also an attribute of its own, for tools that read no tables. Loads classes of
 * java.management, so use it only when they are needed.
 */
final class RemedyBean extends StandardMBean implements RemedyMXBean {
    private final Installation installation;

    RemedyBean(Installation installation) {
        super(RemedyMXBean.class, true);
        this.installation = installation;
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "State and counters of Slipstream's remedy ".concat(installation.remedy()).concat(" in this JVM");
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        return meaning(attribute.getName());
    }

    /** Returns what an attribute of the interface tells, for users. */
    static String meaning(String attribute) {
        switch (attribute) {
            case "State":
                return "active, unneeded, declined, failed, lost, stuck (memory was lacking to undo it: it stays until the next"
                        + " detach or attach) or off";
            case "StateNumber":
                return "the state as a number: 0 off, 1 active, 2 unneeded, 3 declined, 4 failed, 5 lost, 6 stuck; above 2, the"
                        + " remedy was requested and is not in force";
            case "Active":
                return "1 if the state is active, otherwise 0";
            case "Reason":
                return "why, for people; may be empty";
            case "ActiveSince":
                return "when it became active, in milliseconds since 1970; 0 if it is not. All counters began with 0 then";
            case "Options":
                return "the settings in force, defaults among them; empty unless active";
            case "RewrittenAgain":
                return "how often another agent has undone the remedy, and its classes were rewritten again";
            case "Counters":
                return "the counters by name; empty unless active";
            case "Sites":
                return "places in the application that pay, at most twenty, with their samples; pinning only";
            default:
                throw new IllegalArgumentException(attribute);
        }
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanInfo fixed = super.getMBeanInfo();
        List<MBeanAttributeInfo> all = new ArrayList<>(Arrays.asList(fixed.getAttributes()));
        for (Counter counter : installation.retrofit().remedy().counters()) {
            all.add(new MBeanAttributeInfo(counter.name(), "java.lang.Long", counter.meaning(), true, false, false,
                    new ImmutableDescriptor("metricType=".concat(counter.isGauge() ? "gauge" : "counter"))));
        }
        return new MBeanInfo(fixed.getClassName(), fixed.getDescription(), all.toArray(new MBeanAttributeInfo[0]),
                fixed.getConstructors(), fixed.getOperations(), fixed.getNotifications(), fixed.getDescriptor());
    }

    private boolean isCounter(String attribute) {
        for (Counter counter : installation.retrofit().remedy().counters()) {
            if (counter.name().equals(attribute)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a counter's value, null unless the remedy is active, or another attribute. */
    @Override
    public @Nullable Object getAttribute(String attribute)
            throws AttributeNotFoundException, MBeanException, ReflectionException {
        return isCounter(attribute) ? installation.counters().get(attribute) : super.getAttribute(attribute);
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        Map<String, Long> counters = installation.counters();
        AttributeList all = new AttributeList();
        List<String> others = new ArrayList<>();
        for (String attribute : attributes) {
            if (isCounter(attribute)) {
                all.add(new Attribute(attribute, counters.get(attribute)));
            } else {
                others.add(attribute);
            }
        }
        all.addAll(super.getAttributes(others.toArray(new String[0])));
        return all;
    }

    /** Registers one bean per remedy. Accesses the MBean server, so call this only once other code has created the server. */
    static void register(List<Installation> installations) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            for (Installation installation : installations) {
                ObjectName name = name(installation);
                if (!server.isRegistered(name)) {
                    server.registerMBean(new RemedyBean(installation), name);
                }
            }
        } catch (JMException | RuntimeException e) {
            System.err.println("slipstream: no MXBeans: ".concat(e.toString()));
        }
    }

    static void unregister(List<Installation> installations) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (Installation installation : installations) {
            if (server.isRegistered(name(installation))) {
                server.unregisterMBean(name(installation));
            }
        }
    }

    /** Tells whether other code has created the platform MBean server. Returns false if that is unknown. */
    static boolean serverExists() {
        try {
            Field server = ManagementFactory.class.getDeclaredField("platformMBeanServer");
            server.setAccessible(true);
            return server.get(null) != null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    private static ObjectName name(Installation installation) throws JMException {
        return new ObjectName("dev.slipstream:type=Remedy,name=".concat(installation.remedy()));
    }

    @Override
    public String getState() {
        return installation.state().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int getStateNumber() {
        return installation.state().number();
    }

    @Override
    public int getActive() {
        return installation.state() == State.ACTIVE ? 1 : 0;
    }

    @Override
    public String getReason() {
        return installation.reason();
    }

    @Override
    public long getActiveSince() {
        return installation.activeSince();
    }

    @Override
    public int getRewrittenAgain() {
        return installation.rewrittenAgain();
    }

    @Override
    public Map<String, String> getOptions() {
        return installation.options();
    }

    @Override
    public Map<String, Long> getCounters() {
        return installation.counters();
    }

    @Override
    public Map<String, Long> getSites() {
        return installation.sites();
    }
}
