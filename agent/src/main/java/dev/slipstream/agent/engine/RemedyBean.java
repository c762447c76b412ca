package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** MXBean view of an installation. Loads classes of java.management, so use it only when they are needed. */
final class RemedyBean implements RemedyMXBean {
    private final Installation installation;

    private RemedyBean(Installation installation) {
        this.installation = installation;
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
