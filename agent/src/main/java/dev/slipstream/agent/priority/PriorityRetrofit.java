package dev.slipstream.agent.priority;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.plan.Values;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.runtime.priority.PrioritySetter;
import dev.slipstream.runtime.priority.PriorityTable;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps a thread's Java priority to its native priority, which the JDK leaves unchanged on Linux; see {@code remedies/priority.md}.
 */
public final class PriorityRetrofit implements Retrofit {
    private static final String NICE = "nice";
    private static final String THREAD = "java/lang/Thread";
    private static final String GRAFT = "java/lang/PriorityGraft";

    /** java.lang has the fields that a thread has while it is alive; java.lang.invoke is for native calls. */
    private static final Grafts GRAFTS = new Grafts(THREAD, List.of(), GRAFT, List.of("java.lang", "java.lang.invoke"));

    static final Counter FAILED = Counter.total("failed", "calls in which an exception was thrown; 0 is expected");

    static final Remedy REMEDY = new Remedy("priority", 21, false,
            List.of(new Setting(NICE, new Table(),
                    "nice values of the Java priorities 1 to 10, relative to the process's, with slashes between;"
                            + " idle and batch are policies")),
            "",
            List.of(
                    Counter.total("applied", "native priorities set"),
                    Counter.total("clamped", "native priorities set to less than the table says"),
                    Counter.total("refused", "native priorities that the process may not set"),
                    Counter.total("ended", "threads that ended before their native priority was set"),
                    FAILED));

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        PriorityTable table = PriorityTable.parse(settings.text(NICE, PriorityTable.DEFAULT));
        if (!jdk.has("java/lang/foreign/Linker")) {
            return Plan.declined("needs java.lang.foreign, which came with JDK 21");
        }
        if (!jdk.has("sun/nio/fs/LinuxFileSystem")) {
            return Plan.declined("only on Linux");
        }
        Needs.check(jdk, GRAFTS.all(), false);
        jdk.need(THREAD, "eetop", "J");
        return Plan.install("", List.of(new Plan.ClassEdit(THREAD, List.of(
                new MethodEdit.CallLast("setPriority", "(I)V", GRAFT, "changed"),
                new MethodEdit.CallLast("start", "()V", GRAFT, "started"),
                // Thread pools start their threads this way.
                new MethodEdit.CallLast("start", "(Ljdk/internal/vm/ThreadContainer;)V", GRAFT, "started")))),
                preparation(table));
    }

    /** Texts of a {@link PriorityTable}. */
    private record Table() implements Values {
        @Override
        public @Nullable String problem(String value) {
            try {
                PriorityTable.parse(value);
                return null;
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            }
        }
    }

    private static Plan.Preparation preparation(PriorityTable table) {
        return new Plan.Preparation() {
            @Override
            public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) {
                return new PrioritySwitch(graft, new PrioritySetter(table));
            }
        };
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }
}
