package dev.slipstream.agent.engine;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The MXBeans. Apart from {@link Observability} so that the classes of java.management are not loaded before they are needed. */
final class Beans {
    private Beans() {
    }

    /** Registers a bean per remedy; asks for the MBean server, so only once somebody else has. */
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

    /** Whether somebody has asked for the MBean server before; unknown counts as no. */
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
        return new ObjectName("dev.slipstream:type=Remedy,name=".concat(installation.retrofit().remedy()));
    }
}
