package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.threads.Daemon;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Request handler of the agent, one per JVM. The entry passes requests as {@code premain:options} and {@code agentmain:options};
 * the command line sends {@code agentmain:!status}, {@code agentmain:!detach} and {@code agentmain:!attach:options}; a baked JDK
 * starts its own with {@code baked:options}, and an engine that an agent brings there passes its requests on to it. The attach
 * request does nothing if one of its words is unknown: the operator of a running JVM is present to correct it.
 */
public final class Engine implements BiFunction<String, Instrumentation, String> {
    private static final String STATUS = "agentmain:!status";
    private static final String DETACH = "agentmain:!detach";
    private static final String ATTACH = "agentmain:!attach:";
    private static final String REQUEST = "agentmain:!";

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Installation> installations = new ArrayList<>();
    private Observability observability;
    private JointRewriting together;
    private Guard guard;
    private RunningJvm jvm;
    private JavaBase javaBase;
    private LiveClasses classes;

    /** The engine of a baked JDK, if this is another one. */
    private BiFunction<String, Instrumentation, String> baked;

    static {
        start();
    }

    private Engine() {
    }

    /** Passes a new engine to the loader, which is the entry and waits for it. In tests the loader is another one. */
    @SuppressWarnings("unchecked")
    private static void start() {
        if (Engine.class.getClassLoader() instanceof Consumer<?> entry) {
            // A baked JDK has no rewriter.
            if (!(entry instanceof Supplier<?>)) {
                WarmUp.start();
            }
            ((Consumer<BiFunction<String, Instrumentation, String>>) entry).accept(new Engine());
        }
    }

    @Override
    public String apply(String request, Instrumentation instrumentation) {
        lock.lock();
        try {
            if (installations.isEmpty() && baked == null) {
                prepare(instrumentation, request.startsWith("premain"));
            }
            if (baked != null) {
                return baked.apply(request, instrumentation);
            }
            javaBase.use(instrumentation);
            classes.use(instrumentation);
            for (Installation installation : installations) {
                installation.beginRequest();
            }
            guard.look();
            if (request.equals(STATUS)) {
                return answer("");
            }
            if (request.equals(DETACH)) {
                return detach();
            }
            if (request.startsWith(ATTACH)) {
                return attach(request.substring(ATTACH.length()));
            }
            if (jvm.isTraining()) {
                return "slipstream: installs nothing while this JVM is trained for an AOT cache or a class archive; with the same"
                        + " -javaagent the JVM uses the cache";
            }
            if (request.startsWith(REQUEST)) {
                return answer("this build does not know the request " + request.substring(REQUEST.length()));
            }
            return install(parse(request.substring(request.indexOf(':') + 1)), !request.startsWith("premain"));
        } finally {
            lock.unlock();
            if (request.equals(DETACH) && guard != null) {
                guard.close();
            }
        }
    }

    private void prepare(Instrumentation instrumentation, boolean named) {
        javaBase = new JavaBase(instrumentation);
        jvm = RunningJvm.open(javaBase, named);
        baked = jvm.bakedEngine(this);
        if (baked != null) {
            return;
        }
        classes = new LiveClasses(instrumentation, jvm);
        for (Retrofit retrofit : Remedies.all()) {
            installations.add(new Installation(retrofit, javaBase, classes, lock));
        }
        together = new JointRewriting(classes);
        guard = new Guard(lock, classes, installations);
        observability = new Observability(installations, javaBase, together, jvm, guard, lock);
    }

    private Options parse(String text) {
        List<Remedy> remedies = new ArrayList<>();
        for (Installation installation : installations) {
            remedies.add(installation.retrofit().remedy());
        }
        return Options.parse(text, remedies);
    }

    private String attach(String text) {
        Options options = parse(text);
        String refused = options.isUnderstood() ? unusable(options) : options.unknown();
        return refused == null ? install(options, true) : answer(refused);
    }

    /** Returns the first unusable value, with the reason, or null. */
    private String unusable(Options options) {
        JdkView jdk = new RunningJdk();
        for (Installation installation : installations) {
            String remedy = installation.remedy();
            String why = options.isOn(remedy) ? installation.unusable(jdk, options.settings(remedy)) : null;
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    /** Answers the command line only, and prints nothing to the application's own output. */
    private String answer(String refused) {
        observability.publishStatus(List.of(), refused);
        return null;
    }

    private String install(Options options, boolean late) {
        if (!options.isUnderstood()) {
            System.err.println(options.warning());
        }
        List<String> asked = new ArrayList<>();
        List<JointRewriting.Participant> leaving = new ArrayList<>();
        for (Installation installation : installations) {
            if (options.isOn(installation.remedy())) {
                asked.add(installation.remedy());
            } else if (installation.isPrepared()) {
                leaving.add(installation);
            } else {
                installation.forget();
            }
        }
        together.restore(leaving);
        together.rewrite(begin(options, late));
        if (late) {
            observability.publishStatus(asked, "");
        } else {
            observability.installLater();
            if (jvm.lacksCache()) {
                System.err.println("slipstream: the JVM does not use its AOT cache; it uses one that was made with the same"
                        + " -javaagent");
            }
        }
        return options.isQuiet() && !somethingToSay() ? null : summary();
    }

    private List<JointRewriting.Participant> begin(Options options, boolean late) {
        JdkView jdk = new RunningJdk();
        List<JointRewriting.Participant> coming = new ArrayList<>();
        for (Installation installation : installations) {
            String remedy = installation.remedy();
            if (options.isOn(remedy) && installation.begin(jdk, options.settings(remedy))) {
                coming.add(installation);
            }
        }
        if (late && observability.begin()) {
            coming.add(observability);
        }
        return coming;
    }

    private String detach() {
        List<JointRewriting.Participant> leaving = new ArrayList<>();
        for (Installation installation : installations) {
            if (installation.isPrepared()) {
                leaving.add(installation);
            }
        }
        observability.unwanted();
        if (observability.isPrepared()) {
            leaving.add(observability);
        }
        together.restore(leaving);
        answer("");
        for (Installation installation : installations) {
            if (installation.state() == State.STUCK) {
                return summary();
            }
        }
        return "slipstream: detached, the JDK's own methods are back";
    }

    /** Tells whether a requested remedy is not installed as requested. That is reported even if the user wants quiet. */
    private boolean somethingToSay() {
        for (Installation installation : installations) {
            State state = installation.state();
            if (state == State.FAILED || state == State.LOST || state == State.STUCK || state == State.DECLINED
                    || !installation.refused().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the line for the user. Omits remedies that are off ({@code status} lists all), and names a cause shared by several
     * remedies once.
     */
    private String summary() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Installation installation : installations) {
            if (installation.state() == State.OFF) {
                continue;
            }
            String line = installation.line();
            String remedy = installation.remedy();
            String cause = installation.state() == State.ACTIVE ? line : line.substring(remedy.length());
            String before = lines.get(cause);
            lines.put(cause, before == null ? line
                    : before.substring(0, before.length() - cause.length()).concat(", ").concat(line));
        }
        return lines.isEmpty() ? "slipstream: all remedies are off" : "slipstream: ".concat(String.join("; ", lines.values()));
    }

    /**
     * Loads the rewriter on another processor while the engine plans: in a cold JVM, loading and verifying ASM takes about as long
     * as everything else before the application's main. It rewrites one of the agent's own classes and discards the result.
     */
    private static final class WarmUp implements Runnable {
        private static final String CLASS = "dev/slipstream/agent/engine/Engine$WarmUp";

        private WarmUp() {
        }

        static void start() {
            new Daemon("slipstream-warm-up", new WarmUp()).start();
        }

        @Override
        public void run() {
            try (InputStream in = WarmUp.class.getClassLoader().getResourceAsStream(CLASS.concat(".class"))) {
                Rewriter.rewrite(in.readAllBytes(), List.of(
                        new MethodEdit.CallAround("run", "()V", CLASS, "before", "after"),
                        new MethodEdit.ReturnIfDone("start", "()V", CLASS, "done"),
                        new MethodEdit.CallFirst("start", "()V", CLASS, "first")));
            } catch (Throwable e) {
                // The same failure will recur, and be reported, when the rewriter is actually used.
                return;
            }
        }
    }
}
