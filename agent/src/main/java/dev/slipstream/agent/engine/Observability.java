package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * Shows the remedies to management tools and to the command line.
 *
 * <p>To ask for the platform's MBean server creates it, and with it much of the JDK's logging, before the application had its
 * say about either. So the agent never asks first: it has {@code ManagementFactory.getPlatformMBeanServer} call a graft, and
 * registers its beans when somebody else does. Where that cannot be done there are no beans, and all else works.
 */
final class Observability implements Rewriting {
    private static final String FACTORY = "java/lang/management/ManagementFactory";
    private static final String GRAFT = "jdk/internal/misc/ObservabilityGraft";
    private static final String NAME = "observability";
    private static final long DELAY_MILLIS = 1_000;

    private final List<Installation> installations;
    private final JavaBase javaBase;
    private final Together together;
    private BiFunction<String, Object, Object> control;
    private boolean installed;
    private boolean wanted;

    Observability(List<Installation> installations, JavaBase javaBase, Together together) {
        this.installations = installations;
        this.javaBase = javaBase;
        this.together = together;
    }

    /**
     * Installs the beans a little later, on a thread that then ends: a JVM that is still starting has better things to do, and
     * one that ends within that time never pays.
     */
    void installLater(ReentrantLock lock) {
        wanted = true;
        Thread later = new Thread(null, new Runnable() {
            @Override
            public void run() {
                try {
                    Thread.sleep(DELAY_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
                lock.lock();
                try {
                    // A detach may have come first.
                    if (wanted && begin()) {
                        together.rewrite(List.of(Observability.this));
                    }
                } finally {
                    lock.unlock();
                }
            }
        }, "slipstream-beans", 0, false);
        later.setDaemon(true);
        later.start();
    }

    /**
     * Prepares to install the beans. The caller holds the engine's lock.
     *
     * @return whether a class is to be rewritten for it now
     */
    boolean begin() {
        Module management = ModuleLayer.boot().findModule("java.management").orElse(null);
        if (installed || management == null) {
            return false;
        }
        try {
            javaBase.open(management, List.of("java.lang.management"));
            javaBase.open(List.of("jdk.internal.misc"));
            control = javaBase.define(List.of(GRAFT), "jdk/internal/misc/Unsafe");
            control.apply("listener", new Runnable() {
                @Override
                public void run() {
                    Beans.register(installations);
                }
            });
            return true;
        } catch (Throwable e) {
            notRewritten(e);
            return false;
        }
    }

    @Override
    public LiveClasses.Wish wish() {
        String descriptor = "()Ljavax/management/MBeanServer;";
        return new LiveClasses.Wish(NAME, List.of(new Plan.ClassEdit(FACTORY, List.of(
                new MethodEdit.CallFirst("getPlatformMBeanServer", descriptor, GRAFT, "asked")))), null);
    }

    @Override
    public void rewritten() {
        installed = true;
        try {
            if (Beans.serverExists()) {
                Beans.register(installations);
            }
        } catch (Throwable e) {
            notRewritten(e);
        }
    }

    @Override
    public void notRewritten(Throwable why) {
        System.err.println("slipstream: no MXBeans: ".concat(why.toString()));
    }

    boolean isInstalled() {
        return installed;
    }

    @Override
    public void finish() {
        installed = false;
        try {
            control.apply("listener", null);
        } catch (Throwable e) {
            notRestored(e);
        }
    }

    @Override
    public void notRestored(Throwable why) {
        System.err.println("slipstream: MXBeans not removed: ".concat(why.toString()));
    }

    @Override
    public void restored() {
        try {
            if (Beans.serverExists()) {
                Beans.unregister(installations);
            }
        } catch (Throwable e) {
            notRestored(e);
        }
    }

    /** A thread that is still to install the beans lets it be. */
    void unwanted() {
        wanted = false;
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
