package dev.slipstream.lab.machine;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Program that prints one line for each of the agent's remedies in its own JVM: name, state and reason, separated by tabs. The exit
 * code is 1 if the agent registered no bean.
 */
public final class AgentStates {
    private static final int OLDEST_WITH_VIRTUAL_THREADS = 21;
    private static final long THREAD_MILLIS = 5_000;
    private static final long BEANS_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 50;

    /** Time for a self-test that the first virtual thread triggers. The beans appear a second after the start. */
    private static final long SETTLE_MILLIS = 500;

    private AgentStates() {}

    /**
     * Runs the program.
     *
     * @param args the remedies whose beans it waits for
     * @throws Exception if the agent's beans cannot be read
     */
    public static void main(String[] args) throws Exception {
        if (Runtime.version().feature() >= OLDEST_WITH_VIRTUAL_THREADS) {
            // Some remedies are tried only with the first virtual thread, and report active until then. JDK 17 lacks this method.
            Runnable nothing = () -> {};
            Thread first = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, nothing);
            first.join(THREAD_MILLIS);
        }
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName all = new ObjectName("dev.slipstream:type=Remedy,name=*");
        Set<ObjectName> beans = Set.of();
        long end = System.nanoTime() + BEANS_MILLIS * 1_000_000;
        // The agent registers the beans one by one, so a query on a busy machine may find only some of them.
        while (beans.size() < args.length && System.nanoTime() < end) {
            Thread.sleep(PAUSE_MILLIS);
            beans = server.queryNames(all, null);
        }
        Thread.sleep(SETTLE_MILLIS);
        for (ObjectName bean : new TreeSet<>(beans)) {
            System.out.println(bean.getKeyProperty("name") + "\t" + server.getAttribute(bean, "State") + "\t"
                    + server.getAttribute(bean, "Reason").toString().replaceAll("\\s+", " "));
        }
        System.out.flush();
        System.exit(beans.isEmpty() ? 1 : 0);
    }
}
