package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Shows the remedies to management tools and to the command line.
 *
 * <p>To ask for the platform's MBean server creates it, and with it much of the JDK's logging, before the application had its
 * say about either. So the agent never asks first: it looks now and then whether somebody else has asked.
 */
final class Observability {
    private static final String FACTORY = "java.lang.management.ManagementFactory";

    private final List<Installation> installations;
    private final JavaBase javaBase;
    private final RunningJvm jvm;
    private Class<?> factory;
    private boolean isOver;

    Observability(List<Installation> installations, JavaBase javaBase, RunningJvm jvm) {
        this.installations = installations;
        this.javaBase = javaBase;
        this.jvm = jvm;
    }

    /** Registers the beans, once, if somebody has asked for the platform's MBean server. The caller holds the engine's lock. */
    void look() {
        if (isOver) {
            return;
        }
        try {
            if (factory == null) {
                open();
            }
            if (factory != null && jvm.isInitialised(factory) && Beans.serverExists()) {
                isOver = true;
                Beans.register(installations);
            }
        } catch (Throwable e) {
            isOver = true;
            System.err.println("slipstream: no MXBeans: ".concat(e.toString()));
        }
    }

    private void open() throws ClassNotFoundException {
        Module management = ModuleLayer.boot().findModule("java.management").orElse(null);
        if (management == null) {
            isOver = true;
            return;
        }
        javaBase.open(management, List.of("java.lang.management"));
        factory = Class.forName(FACTORY, false, null);
    }

    /** Removes the beans. The caller holds the engine's lock. */
    void remove() {
        try {
            if (isOver && factory != null) {
                Beans.unregister(installations);
            }
        } catch (Throwable e) {
            System.err.println("slipstream: MXBeans not removed: ".concat(e.toString()));
        }
        isOver = false;
    }

    /**
     * Puts the status where whoever attached can read it: into the JVM's agent properties.
     *
     * @param asked the remedies that the request wants; empty if it only asks
     * @param refused why nothing was done at all, or empty
     */
    void publishStatus(Collection<String> asked, String refused) {
        try {
            javaBase.open(List.of("jdk.internal.vm"));
            Method agentProperties = Class.forName("jdk.internal.vm.VMSupport").getMethod("getAgentProperties");
            Properties properties = (Properties) agentProperties.invoke(null);
            for (String key : properties.stringPropertyNames()) {
                if (key.startsWith("dev.slipstream.")) {
                    properties.remove(key);
                }
            }
            properties.setProperty("dev.slipstream.build", Build.name());
            if (!refused.isEmpty()) {
                properties.setProperty("dev.slipstream.refused", refused);
            }
            for (Installation installation : installations) {
                String key = "dev.slipstream.".concat(installation.retrofit().remedy());
                putDetails(properties, key, installation);
                if (asked.contains(installation.retrofit().remedy())) {
                    properties.setProperty(key.concat(".asked"), "true");
                }
                properties.setProperty(key.concat(".state"), installation.state().text(installation.reason()));
                put(properties, key.concat(".counter."), installation.retrofit().counters());
                put(properties, key.concat(".site."), installation.retrofit().sites());
            }
        } catch (ReflectiveOperationException e) {
            System.err.println("slipstream: no status: ".concat(e.toString()));
        }
    }

    private static void putDetails(Properties properties, String key, Installation installation) {
        if (installation.state() == State.ACTIVE) {
            properties.setProperty(key.concat(".since"), Long.toString(installation.activeSince()));
            properties.setProperty(key.concat(".rewrittenAgain"), Integer.toString(installation.rewrittenAgain()));
        }
        for (Map.Entry<String, String> option : installation.options().entrySet()) {
            properties.setProperty(key.concat(".option.").concat(option.getKey()), option.getValue());
        }
        if (!installation.change().isEmpty()) {
            properties.setProperty(key.concat(".change"), installation.change());
        }
        if (!installation.refused().isEmpty()) {
            properties.setProperty(key.concat(".refused"), installation.refused());
        }
    }

    private static void put(Properties properties, String prefix, Map<String, Long> numbers) {
        for (Map.Entry<String, Long> number : numbers.entrySet()) {
            properties.setProperty(prefix.concat(number.getKey()), number.getValue().toString());
        }
    }
}
