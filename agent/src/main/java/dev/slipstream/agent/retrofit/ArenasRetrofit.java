package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Jdk;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Native calls that take memory of one shared arena count its users on stripes; see {@code remedies/arenas.md}. */
public final class ArenasRetrofit implements Retrofit {
    private static final String SESSION = "jdk/internal/foreign/SharedSession";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String GRAFT = "jdk/internal/foreign/ArenasGraft";

    private BiFunction<String, Object, Object> graft;

    @Override
    public String remedy() {
        return "arenas";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    @Override
    public Plan plan(Jdk jdk, Settings settings) {
        return Plan.install("", List.of(new Plan.ClassEdit(SESSION, List.of(
                instead("acquire0", "compareAndSet", "Z"), instead("release0", "compareAndSet", "Z"),
                instead("justClose", "compareAndExchange", "I")))));
    }

    private static MethodEdit instead(String method, String called, String result) {
        return new MethodEdit.OtherCall(method, "()V", VAR_HANDLE, called, "(L" + SESSION + ";II)" + result, GRAFT, called);
    }

    @Override
    public List<String> grafts() {
        return List.of("jdk/internal/foreign/Stripes", "jdk/internal/foreign/StripedSession", "jdk/internal/foreign/Striping$Lock",
                "jdk/internal/foreign/Striping", GRAFT);
    }

    @Override
    public String graftNeighbour() {
        return SESSION;
    }

    @Override
    public List<String> opens() {
        return List.of("jdk.internal.foreign");
    }

    @Override
    public void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) {
        this.graft = graft;
    }

    @Override
    public void activate() {
        graft.apply("open", null);
    }

    @Override
    public void deactivate() {
    }

    @Override
    public Map<String, Long> counters() {
        return Map.of();
    }

    @Override
    public Map<String, Long> sites() {
        return Map.of();
    }
}
