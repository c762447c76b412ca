package dev.slipstream.agent.arenas;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Counts the users of a contended shared arena on stripes; see {@code remedies/arenas.md}. */
public final class ArenasRetrofit implements Retrofit {
    private static final String PACKAGE = "jdk/internal/foreign/";
    static final String SESSION = PACKAGE + "SharedSession";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String GRAFT = PACKAGE + "ArenasGraft";

    private static final Remedy REMEDY = new Remedy("arenas", 21, true,
            List.of(),
            "",
            List.of(
                    Counter.total("striped", "arenas whose users were counted on stripes"),
                    Counter.total("stripedClosed", "striped arenas that were closed"),
                    Counter.gauge("stripedNow", "striped arenas that are open"),
                    Counter.total("withoutSlot", "how often a contended arena stayed on one counter, since no slot was free")));

    private volatile ArenasSwitch arenas;

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        if (!jdk.has("java/lang/foreign/Arena")) {
            return Plan.unneeded("this JDK has no shared arenas");
        }
        Needs.check(jdk, grafts(), false);
        needWord(jdk);
        return Plan.install("", List.of(new Plan.ClassEdit(SESSION, List.of(
                instead("acquire0", "compareAndSet", "Z", "acquire"), instead("release0", "compareAndSet", "Z", "release"),
                instead("justClose", "compareAndExchange", "I", "close")))));
    }

    /** Requires either of two fields; the graft looks for them in the same order. */
    private static void needWord(JdkView jdk) {
        String owner = PACKAGE + "MemorySessionImpl";
        try {
            jdk.need(owner, "acquireCount", "I");
        } catch (NotThere oneFieldForAll) {
            jdk.need(owner, "state", "I");
        }
    }

    private static MethodEdit instead(String method, String called, String result, String call) {
        return new MethodEdit.OtherCall(method, "()V", VAR_HANDLE, called, "(L" + SESSION + ";II)" + result, GRAFT, call);
    }

    @Override
    public List<String> grafts() {
        return List.of(PACKAGE + "SessionWord", PACKAGE + "Spins", PACKAGE + "Stripes", PACKAGE + "Releases", PACKAGE + "Acquires",
                PACKAGE + "StripedSession", PACKAGE + "Slots", PACKAGE + "Striping$Lock", PACKAGE + "Striping",
                PACKAGE + "Folding", PACKAGE + "ArenasTrial", GRAFT);
    }

    @Override
    public List<Plan.ClassEdit> bakedEdits() {
        return List.of(new Plan.ClassEdit(SESSION, List.of(new MethodEdit.CallFirst("<clinit>", "()V", GRAFT, "ready"))));
    }

    @Override
    public String graftNeighbour() {
        return SESSION;
    }

    @Override
    public List<String> threads(Settings settings) {
        return List.of(ArenasSwitch.THREAD);
    }

    @Override
    public List<String> opens() {
        return List.of("jdk.internal.foreign");
    }

    @Override
    public void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) {
        arenas = new ArenasSwitch(graft, watch, this);
    }

    /**
     * Arms the switch. The trial has to wait until a session is contended: earlier it would needlessly initialise much of
     * {@code java.lang.foreign}.
     */
    @Override
    public void activate() {
        arenas.arm();
    }

    @Override
    public String check() {
        return arenas.check();
    }

    /**
     * Folds all sessions while every rewritten body still calls the graft: the JDK's own bodies would misread the location of the
     * stripes as a number of acquires.
     */
    @Override
    public void finish() {
        if (arenas != null) {
            arenas.close();
        }
    }

    @Override
    public void deactivate() {
        arenas = null;
    }

    @Override
    public Map<String, Long> counters() {
        ArenasSwitch current = arenas;
        return current == null ? Map.of() : current.counters();
    }
}
