package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Jdk;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.retrofit.Remedies;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One per JVM. Takes requests from the entry: {@code premain:options}, {@code agentmain:options}, {@code agentmain:!status},
 * {@code agentmain:!detach}.
 */
public final class Engine implements BiFunction<String, Instrumentation, String> {
    private static final String STATUS = "agentmain:!status";
    private static final String DETACH = "agentmain:!detach";

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Installation> installations = new ArrayList<>();
    private Observability observability;

    static {
        start();
    }

    private Engine() {
    }

    /** The loader of the engine is the entry, which waits for this; a loader of a test does not. */
    @SuppressWarnings("unchecked")
    private static void start() {
        if (Engine.class.getClassLoader() instanceof Consumer<?> entry) {
            WarmUp.start();
            ((Consumer<BiFunction<String, Instrumentation, String>>) entry).accept(new Engine());
        }
    }

    @Override
    public String apply(String request, Instrumentation instrumentation) {
        lock.lock();
        try {
            if (installations.isEmpty()) {
                prepare(instrumentation);
            }
            if (request.equals(STATUS)) {
                observability.publishStatus();
                return null;
            }
            if (request.equals(DETACH)) {
                return detach();
            }
            return install(request.substring(request.indexOf(':') + 1), request.startsWith("agentmain"));
        } finally {
            lock.unlock();
        }
    }

    private void prepare(Instrumentation instrumentation) {
        JavaBase javaBase = new JavaBase(instrumentation);
        LiveClasses classes = new LiveClasses(instrumentation);
        for (Retrofit retrofit : Remedies.all()) {
            installations.add(new Installation(retrofit, javaBase, classes, lock));
        }
        observability = new Observability(installations, javaBase, classes);
    }

    private String install(String text, boolean late) {
        Options options = Options.parse(text, retrofits(), Remedies.byDefault());
        if (options.warning() != null) {
            System.err.println(options.warning());
        }
        Jdk jdk = new RunningJdk();
        for (Installation installation : installations) {
            boolean on = options.isOn(installation.retrofit().remedy());
            if (on && installation.state() != State.ACTIVE) {
                installation.install(jdk, options.settings(installation.retrofit().remedy()));
            } else if (!on) {
                installation.detach();
            }
        }
        if (late) {
            observability.install();
            observability.publishStatus();
        } else {
            observability.installLater(lock);
        }
        return options.isQuiet() && !somethingToSay() ? null : summary();
    }

    private String detach() {
        for (Installation installation : installations) {
            installation.detach();
        }
        observability.remove();
        observability.publishStatus();
        return "slipstream: detached, the JDK's own methods are back";
    }

    private List<Retrofit> retrofits() {
        List<Retrofit> retrofits = new ArrayList<>();
        for (Installation installation : installations) {
            retrofits.add(installation.retrofit());
        }
        return retrofits;
    }

    /** What the user asked for and did not get is said even if the user wants it quiet. */
    private boolean somethingToSay() {
        for (Installation installation : installations) {
            if (installation.state() == State.FAILED || installation.state() == State.DECLINED) {
                return true;
            }
        }
        return false;
    }

    /** Nobody misses a remedy that is off, and {@code status} names them all. */
    private String summary() {
        StringBuilder line = new StringBuilder();
        for (Installation installation : installations) {
            if (installation.state() != State.OFF) {
                line.append(line.length() == 0 ? "slipstream: " : "; ").append(installation.line());
            }
        }
        return line.length() == 0 ? "slipstream: all remedies are off" : line.toString();
    }
}
