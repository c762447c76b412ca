package dev.slipstream.agent.engine;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Registration of the MXBeans. Separate from {@link Observability} so that java.management's classes are loaded only when needed.
 */
final class Beans {
    private Beans() {
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
}
