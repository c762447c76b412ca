package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.OwnFiles;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.plan.Vocabulary;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.runtime.Options;
import dev.slipstream.runtime.threads.Daemon;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Request handler of the agent, one per JVM. The entry passes requests as {@code premain:options} and {@code agentmain:options};
 * the command line sends {@code agentmain:!status}, {@code agentmain:!detach} and {@code agentmain:!attach:options}; a baked JDK
 * starts its own with {@code baked:options}, and an engine that an agent brings there passes its requests on to it. A request with an
 * unknown word changes nothing; nor does an attach request with an unusable value, whose operator is present to correct it.
 */
public final class Engine implements BiFunction<String, Instrumentation, String> {
    private static final String STATUS = "agentmain:!status";
    private static final String DETACH = "agentmain:!detach";
    private static final String ATTACH = "agentmain:!attach:";
    private static final String REQUEST = "agentmain:!";
    private static final String BAKED = "baked:";
    private static final String PREMAIN = "premain:";

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Installation> installations = new ArrayList<>();
    private Vocabulary vocabulary;
    private Observability observability;
    private JointRewriting together;
    private Guard guard;
    private ThisJvm jvm;
    private JavaBase javaBase;
    private LiveClasses classes;

    /** The engine of a baked JDK, if this is another one. */
    private @Nullable BiFunction<String, Instrumentation, String> bakedEngine;

    static {
        start();
    }

    @SuppressWarnings("NullAway.Init") // Every request prepares first.
    private Engine() {}

    /** Passes a new engine to the loader, which is the entry and waits for it. In tests the loader is another one. */
    @SuppressWarnings("unchecked")
    private static void start() {
        ClassLoader own = Engine.class.getClassLoader();
        ClassLoader loader = own != null ? own : Thread.currentThread().getContextClassLoader();
        if (loader instanceof Consumer<?> entry) {
            OwnFiles.setLoader(loader);
            // A baked JDK has no rewriter.
            if (JavaBase.ofTheImage(entry) == null) {
                WarmUp.start();
            }
            ((Consumer<BiFunction<String, Instrumentation, String>>) entry).accept(new Engine());
        }
    }

    @Override
    public @Nullable String apply(String request, @Nullable Instrumentation instrumentation) {
        lock.lock();
        try {
            if (installations.isEmpty() && bakedEngine == null) {
                prepare(instrumentation, request.startsWith(PREMAIN));
            }
            if (bakedEngine != null) {
                return bakedEngine.apply(request, instrumentation);
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
            return start(request);
        } finally {
            lock.unlock();
            if (request.equals(DETACH) && guard != null) {
                guard.close();
            }
        }
    }

    private void prepare(@Nullable Instrumentation instrumentation, boolean named) {
        javaBase = new JavaBase(instrumentation);
        jvm = ThisJvm.open(javaBase, named);
        bakedEngine = jvm.bakedEngine(this, named);
        if (bakedEngine != null) {
            return;
        }
        classes = new LiveClasses(instrumentation, jvm);
        vocabulary = Remedies.vocabulary();
        for (Retrofit retrofit : Remedies.all()) {
            installations.add(new Installation(retrofit, javaBase, classes, lock));
        }
        together = new JointRewriting(classes);
        guard = new Guard(lock, classes, installations);
        observability = new Observability(installations, javaBase, together, jvm, guard, lock);
    }

    /** Carries out a request of the JVM's start, of the start of a baked JDK's engine, or of an attach by another tool. */
    private @Nullable String start(String request) {
        String text = request.substring(request.indexOf(':') + 1);
        boolean atStart = request.startsWith(PREMAIN);
        boolean isBaked = request.startsWith(BAKED);
        Options options = isBaked ? vocabulary.parse(text) : atStart ? vocabulary.atStart(text) : vocabulary.atAttach(text);
        String unknown = vocabulary.unknown(options);
        if (unknown == null) {
            return install(choice(options, isBaked), options.isQuiet() || isBaked, !atStart);
        }
        answer(unknown);
        return "slipstream: nothing was changed: ".concat(unknown);
    }

    private @Nullable String attach(String text) {
        Options options = vocabulary.atAttach(text);
        String problem = vocabulary.problem(options);
        return problem == null ? install(choice(options, false), options.isQuiet(), true) : answer(problem);
    }

    /** Returns the settings of the remedies that are on. */
    private Map<Installation, Settings> choice(Options options, boolean isBaked) {
        List<String> bakedRemedies = isBaked ? jvm.bakedRemedies() : List.of();
        Map<Installation, Settings> choice = new LinkedHashMap<>();
        for (Installation installation : installations) {
            Remedy remedy = installation.retrofit().remedy();
            if (options.isOn(remedy.name(), isBaked ? bakedRemedies.contains(remedy.name()) : remedy.onByDefault())) {
                choice.put(installation, new Settings(remedy, options));
            }
        }
        return choice;
    }

    /** Answers the command line only, and prints nothing to the application's own output. */
    private @Nullable String answer(String refused) {
        observability.publishStatus(List.of(), refused);
        return null;
    }

    private @Nullable String install(Map<Installation, Settings> on, boolean quiet, boolean late) {
        List<String> asked = new ArrayList<>();
        List<JointRewriting.Participant> leaving = new ArrayList<>();
        for (Installation installation : installations) {
            if (on.containsKey(installation)) {
                asked.add(installation.remedy());
            } else if (installation.isPrepared()) {
                leaving.add(installation);
            } else {
                installation.forget();
            }
        }
        together.restore(leaving);
        together.rewrite(begin(on, late));
        if (late) {
            observability.publishStatus(asked, "");
        } else {
            observability.installLater();
            if (jvm.lacksCache()) {
                System.err.println("slipstream: the JVM does not use its AOT cache; it uses one that was made with the same"
                        + " -javaagent");
            }
        }
        return quiet && !somethingToSay() ? null : summary();
    }

    private List<JointRewriting.Participant> begin(Map<Installation, Settings> on, boolean late) {
        JdkView jdk = new RunningJdk();
        List<JointRewriting.Participant> coming = new ArrayList<>();
        for (Map.Entry<Installation, Settings> each : on.entrySet()) {
            if (each.getKey().begin(jdk, each.getValue())) {
                coming.add(each.getKey());
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
        return jvm.isBaked() ? "slipstream: detached, all remedies are off"
                : "slipstream: detached, the JDK's own methods are back";
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

        private WarmUp() {}

        static void start() {
            new Daemon("slipstream-warm-up", new WarmUp()).start();
        }

        @Override
        public void run() {
            try (InputStream in = OwnFiles.open(CLASS.concat(".class"))) {
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
