package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.OwnFiles;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.State;
import dev.slipstream.runtime.threads.Daemon;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Exposes the remedies to management tools and to the command line, on demand.
 *
 * <p>The first request for the platform's MBean server creates it, and with it much of the JDK's logging, before the application
 * has configured either. So the agent never makes that request first: it makes {@code ManagementFactory.getPlatformMBeanServer}
 * call a graft, and registers its beans when the application asks for the server. In the same way it learns when an attached
 * process asks for the agent properties, which hold the status, and when another agent redefines classes. Everything else works
 * without it.
 */
final class Observability implements JointRewriting.Participant, Consumer<String> {
    private static final String PREFIX = "dev.slipstream.";
    private static final long DELAY_NANOS = 1_000_000_000L;

    /** Bound on the wait for the lock: a request that holds it for longer changes the status anyway. */
    private static final long LOCK_MILLIS = 2_000;

    private final List<Installation> installations;
    private final JavaBase javaBase;
    private final JointRewriting together;
    private final ThisJvm jvm;
    private final Guard guard;
    private final ReentrantLock lock;
    private boolean installed;

    /** Whether there is something to undo, also of an installation that a failed allocation has cut short. */
    private boolean prepared;
    private boolean wanted;
    private volatile boolean beansThere;
    private @Nullable Properties properties;
    private Collection<String> lastAsked = List.of();
    private String lastRefused = "";

    Observability(List<Installation> installations, JavaBase javaBase, JointRewriting together, ThisJvm jvm, Guard guard,
            ReentrantLock lock) {
        this.installations = installations;
        this.javaBase = javaBase;
        this.together = together;
        this.jvm = jvm;
        this.guard = guard;
        this.lock = lock;
    }

    /**
     * Installs with a delay, on a thread that then ends: this keeps the work out of JVM start-up, and a JVM that ends sooner never
     * pays for it.
     */
    void installLater() {
        wanted = true;
        Daemon[] later = new Daemon[1];
        later[0] = new Daemon("slipstream-beans", new Runnable() {
            @Override
            public void run() {
                later[0].pause(DELAY_NANOS);
                lock.lock();
                try {
                    // A detach may have come first.
                    if (wanted && begin()) {
                        together.rewrite(List.of(Observability.this));
                    }
                    guard.look();
                } catch (OutOfMemoryError e) {
                    notRewritten(e);
                } finally {
                    lock.unlock();
                }
            }
        });
        later[0].start();
    }

    /**
     * Prepares the installation. The caller holds the engine's lock.
     *
     * @return whether classes are to be rewritten for it now
     */
    boolean begin() {
        if (installed) {
            return false;
        }
        if (!jvm.failure().isEmpty()) {
            System.err.println("slipstream: no MXBeans: ".concat(jvm.failure()));
            return false;
        }
        try {
            Module management = ModuleLayer.boot().findModule("java.management").orElse(null);
            if (management != null) {
                javaBase.open(management, List.of("java.lang.management"));
            }
            if (javaBase.hasAgent()) {
                javaBase.export("jdk.internal.misc", "java.instrument");
            }
            beansThere = management == null;
            guard.prepare();
            prepared = true;
            jvm.listen(this);
            return true;
        } catch (Throwable e) {
            notRewritten(e);
            return false;
        }
    }

    @Override
    public LiveClasses.Wish wish() {
        List<Plan.ClassEdit> edits = new ArrayList<>();
        if (ModuleLayer.boot().findModule("java.management").isPresent()) {
            edits.add(EngineEdits.ofManagement());
        }
        edits.add(EngineEdits.ofJavaBase());
        if (javaBase.hasAgent()) {
            edits.add(EngineEdits.ofInstrument());
        }
        return new LiveClasses.Wish(EngineEdits.OWNER, edits, null);
    }

    @Override
    public void rewritten() {
        installed = true;
        try {
            if (!beansThere && RemedyBean.serverExists()) {
                beansThere = true;
                RemedyBean.register(installations);
            }
        } catch (Throwable e) {
            notRewritten(e);
        }
    }

    @Override
    public void notRewritten(Throwable why) {
        System.err.println("slipstream: no MXBeans: ".concat(why.toString()));
    }

    boolean isPrepared() {
        return prepared;
    }

    /** Receives a call from the graft, inside a method of the JDK. */
    @Override
    public void accept(String what) {
        try {
            switch (what) {
                case "redefining":
                    guard.ring();
                    break;
                case "statusWanted":
                    answer();
                    break;
                case "beansWanted":
                    // Set first: registering calls getPlatformMBeanServer, which calls this again.
                    if (!beansThere) {
                        beansThere = true;
                        RemedyBean.register(installations);
                    }
                    break;
                default:
                    throw new IllegalArgumentException(what);
            }
        } catch (Throwable e) {
            System.err.println("slipstream: ".concat(what).concat(": ").concat(e.toString()));
        }
    }

    private void answer() {
        boolean locked = false;
        try {
            locked = lock.isHeldByCurrentThread() || lock.tryLock(LOCK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (locked) {
            try {
                guard.look();
                publishStatus();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public boolean finish() {
        installed = false;
        prepared = false;
        try {
            jvm.listen(null);
        } catch (Throwable e) {
            notRestored(e);
        }
        return true;
    }

    @Override
    public void notRestored(Throwable why) {
        System.err.println("slipstream: MXBeans not removed: ".concat(why.toString()));
    }

    @Override
    public void restored() {
        try {
            if (ModuleLayer.boot().findModule("java.management").isPresent() && RemedyBean.serverExists()) {
                RemedyBean.unregister(installations);
            }
        } catch (Throwable e) {
            notRestored(e);
        }
    }

    /** Cancels an installation that is still pending. */
    void unwanted() {
        wanted = false;
    }

    /**
     * Publishes the status in the JVM's agent properties, which an attached process reads without loading the agent.
     *
     * @param asked the remedies that the request wants; empty if it only asks for the status
     * @param refused why the request was refused as a whole, or empty
     */
    void publishStatus(Collection<String> asked, String refused) {
        lastAsked = asked;
        lastRefused = refused;
        publishStatus();
    }

    /** Publishes the current status for the last request. The caller holds the engine's lock. */
    void publishStatus() {
        try {
            if (properties == null) {
                javaBase.open(List.of("jdk.internal.vm"));
                properties = (Properties) Class.forName("jdk.internal.vm.VMSupport").getMethod("getAgentProperties").invoke(null);
            }
            Map<String, String> next = new HashMap<>();
            next.put(PREFIX.concat("build"), build());
            next.put(PREFIX.concat("jdk"), Runtime.version().toString());
            if (!lastRefused.isEmpty()) {
                next.put(PREFIX.concat("refused"), lastRefused);
            }
            for (Installation installation : installations) {
                String key = PREFIX.concat(installation.remedy());
                putDetails(next, key, installation);
                if (lastAsked.contains(installation.remedy())) {
                    next.put(key.concat(".asked"), "true");
                }
                next.put(key.concat(".state"), installation.state().text(installation.reason()));
                put(next, key.concat(".counter."), installation.counters());
                put(next, key.concat(".site."), installation.sites());
            }
            // First add, then remove, so that a concurrent reader misses nothing.
            properties.putAll(next);
            for (String key : properties.stringPropertyNames()) {
                if (key.startsWith(PREFIX) && !next.containsKey(key)) {
                    properties.remove(key);
                }
            }
        } catch (ReflectiveOperationException e) {
            System.err.println("slipstream: no status: ".concat(e.toString()));
        }
    }

    /**
     * Returns version and checksum of this build, as written by the build of the jar, or a fixed text if there is no jar. The first
     * build loaded into a JVM answers all requests until the JVM ends.
     */
    private static String build() {
        try (InputStream in = OwnFiles.loader().getResourceAsStream("build")) {
            return in == null ? "unpacked" : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private static void putDetails(Map<String, String> properties, String key, Installation installation) {
        if (installation.state() == State.ACTIVE) {
            properties.put(key.concat(".since"), Long.toString(installation.activeSince()));
            properties.put(key.concat(".rewrittenAgain"), Integer.toString(installation.rewrittenAgain()));
        }
        for (Map.Entry<String, String> option : installation.options().entrySet()) {
            properties.put(key.concat(".option.").concat(option.getKey()), option.getValue());
        }
        if (!installation.change().isEmpty()) {
            properties.put(key.concat(".change"), installation.change());
        }
        if (!installation.refused().isEmpty()) {
            properties.put(key.concat(".refused"), installation.refused());
        }
    }

    private static void put(Map<String, String> properties, String prefix, Map<String, Long> numbers) {
        for (Map.Entry<String, Long> number : numbers.entrySet()) {
            properties.put(prefix.concat(number.getKey()), number.getValue().toString());
        }
    }
}
