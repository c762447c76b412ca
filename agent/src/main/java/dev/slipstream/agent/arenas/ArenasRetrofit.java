package dev.slipstream.agent.arenas;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Counts the users of a contended shared arena on stripes; see {@code remedies/arenas.md}. */
public final class ArenasRetrofit implements Retrofit {
    private static final String PACKAGE = "jdk/internal/foreign/";
    static final String SESSION = PACKAGE + "SharedSession";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String GRAFT = PACKAGE + "ArenasGraft";

    private static final Grafts GRAFTS = new Grafts(SESSION,
            List.of(PACKAGE + "SessionWord", PACKAGE + "Spins", PACKAGE + "Stripes", PACKAGE + "Releases", PACKAGE + "Acquires",
                    PACKAGE + "StripedSession", PACKAGE + "Slots", PACKAGE + "Striping$Lock", PACKAGE + "Striping",
                    PACKAGE + "Folding", PACKAGE + "ArenasSelfTest"),
            GRAFT, List.of("jdk.internal.foreign"));

    static final Remedy REMEDY = new Remedy("arenas", 21, true,
            List.of(),
            "",
            List.of(
                    Counter.total("striped", "arenas whose users were counted on stripes"),
                    Counter.total("stripedClosed", "striped arenas that were closed"),
                    Counter.gauge("stripedNow", "striped arenas that are open"),
                    Counter.total("withoutSlot", "how often a contended arena stayed on one counter, since no slot was free")));

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        if (!jdk.has("java/lang/foreign/Arena")) {
            return Plan.unneeded("this JDK has no shared arenas");
        }
        Needs.check(jdk, GRAFTS.all(), false);
        needWord(jdk);
        return Plan.install("", List.of(new Plan.ClassEdit(SESSION, List.of(
                instead("acquire0", "compareAndSet", "Z", "acquire"), instead("release0", "compareAndSet", "Z", "release"),
                instead("justClose", "compareAndExchange", "I", "close")))), preparation());
    }

    /** Requires either of two fields; the graft looks for them in the same order. */
    private static void needWord(JdkView jdk) {
        String owner = PACKAGE + "MemorySessionImpl";
        try {
            jdk.need(owner, "acquireCount", "I");
        } catch (NotThere missing) {
            jdk.need(owner, "state", "I");
        }
    }

    private static MethodEdit instead(String method, String called, String result, String call) {
        return new MethodEdit.OtherCall(method, "()V", VAR_HANDLE, called, "(L" + SESSION + ";II)" + result, GRAFT, call);
    }

    private static Plan.Preparation preparation() {
        return new Plan.Preparation() {
            @Override
            public List<String> threads() {
                return List.of(ArenasSwitch.THREAD);
            }

            @Override
            public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) {
                return new ArenasSwitch(graft, callback);
            }
        };
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }

    @Override
    public Optional<Plan.ClassEdit> initialiser() {
        return Optional.of(new Plan.ClassEdit(SESSION, List.of(new MethodEdit.CallFirst("<clinit>", "()V", GRAFT, "ready"))));
    }
}
