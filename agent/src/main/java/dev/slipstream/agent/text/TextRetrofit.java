package dev.slipstream.agent.text;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Remedy.Unit;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.function.BiFunction;

/** Gives a new StringBuilder a capacity that fits the application's texts; see {@code remedies/text.md}. */
public final class TextRetrofit implements Retrofit {
    private static final String CAPACITY = "capacity";
    private static final String INTERVAL = "interval";
    private static final String BUILDER = "java/lang/StringBuilder";
    private static final String START = "java/lang/BuilderStart";
    private static final String GRAFT = "java/lang/TextGraft";
    private static final String APPENDING = "java/lang/AbstractStringBuilder";
    private static final String TOLD = "created";
    private static final int SMALLEST = 8;
    private static final int LARGEST = 1_024;
    private static final int NOT_FIXED = 0;
    private static final int INTERVAL_SECONDS = 300;
    private static final int LONGEST_SECONDS = 86_400;
    private static final long SECOND_MILLIS = 1_000;

    private static final Grafts GRAFTS = new Grafts(BUILDER, List.of(START), GRAFT, List.of("java.lang"));

    static final Remedy REMEDY = new Remedy("text", 17, false,
            List.of(
                    new Setting(CAPACITY, new Numbers(SMALLEST, LARGEST),
                            "of every new StringBuilder, " + SMALLEST + " to " + LARGEST
                                    + " characters; without it the lengths that are seen decide"),
                    new Setting(INTERVAL, new Numbers(1, LONGEST_SECONDS),
                            "seconds from one look at those lengths to the next, 1 to " + LONGEST_SECONDS)),
            "",
            List.of(
                    Counter.gauge("capacity", "capacity of a new StringBuilder, in characters"),
                    Counter.total("changes", "how often the capacity was changed"),
                    Counter.total("windows", "periods in which the agent sampled builders"),
                    Counter.total("sampled", "sampled builders"),
                    Counter.total("stockBytes", "size of their arrays with the JDK's own capacity, in bytes").in(Unit.BYTES),
                    Counter.total("bytes", "size of their arrays with the capacity in force, in bytes").in(Unit.BYTES)));

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        int intervalSeconds = settings.number(INTERVAL, INTERVAL_SECONDS);
        int capacity = settings.number(CAPACITY, NOT_FIXED);
        Needs.check(jdk, GRAFTS.all(), false);
        List<MethodEdit> growing = growing(jdk);
        return Plan.install("", capacity == NOT_FIXED ? asking() : fixed(capacity, growing),
                preparation(capacity, SECOND_MILLIS * intervalSeconds, growing));
    }

    /**
     * Returns the edits that force inlining of the growing method. If a growing builder is passed to a method, C2 inlines that
     * method only if builders grow often. With another capacity they seldom grow, and then every builder would need a heap object
     * that it could otherwise do without. From JDK 25 on only the array is passed, so no edit is needed.
     */
    private static List<MethodEdit> growing(JdkView jdk) {
        try {
            jdk.need(APPENDING, "newCapacity", "(I)I");
            return List.of(new MethodEdit.BuiltIn("newCapacity", "(I)I"));
        } catch (NotThere missing) {
            return List.of();
        }
    }

    /** Returns edits that make the constructor query and notify the graft, which does nothing yet. */
    static List<Plan.ClassEdit> asking() {
        return List.of(new Plan.ClassEdit(BUILDER, List.of(
                new MethodEdit.CallForConstant("<init>", "()V", TextModel.STOCK, START, CAPACITY),
                new MethodEdit.CallLast("<init>", "()V", START, TOLD))));
    }

    /** Returns edits that give the constructor another constant. */
    static List<Plan.ClassEdit> fixed(int capacity, List<MethodEdit> growing) {
        Plan.ClassEdit builder = new Plan.ClassEdit(BUILDER, List.of(
                new MethodEdit.OnlyConstant("<init>", "()V", TextModel.STOCK, capacity)));
        return growing.isEmpty() ? List.of(builder) : List.of(builder, new Plan.ClassEdit(APPENDING, growing));
    }

    /**
     * Returns edits that make the graft answer with a constant: with a constant the JIT compilers optimise as fully as for the
     * JDK's own.
     */
    static List<Plan.ClassEdit> constant(int capacity) {
        return List.of(new Plan.ClassEdit(START, List.of(answer(capacity))));
    }

    /**
     * Returns edits for another answer than before. The appending methods are rewritten once more as well: the JIT compilers
     * discard the profiles of a rewritten class, here how often a builder with the previous capacity had to grow.
     *
     * @param growing edits to the appending methods, as found by {@link #plan}
     */
    static List<Plan.ClassEdit> change(int capacity, List<MethodEdit> growing) {
        return List.of(constant(capacity).get(0), new Plan.ClassEdit(APPENDING, growing));
    }

    /** Returns edits that keep the answer and sample new builders. */
    static List<Plan.ClassEdit> sampling(int capacity) {
        return List.of(new Plan.ClassEdit(START, List.of(answer(capacity),
                new MethodEdit.ReturnIfDone(TOLD, "(Ljava/lang/StringBuilder;)V", GRAFT, TOLD))));
    }

    private static MethodEdit answer(int capacity) {
        return new MethodEdit.OnlyConstant(CAPACITY, "()I", TextModel.STOCK, capacity);
    }

    /** @param capacity of every new builder; {@value #NOT_FIXED} if the lengths that are seen decide */
    private static Plan.Preparation preparation(int capacity, long intervalMillis, List<MethodEdit> growing) {
        return new Plan.Preparation() {
            @Override
            public List<String> threads() {
                return capacity == NOT_FIXED ? List.of(TextSwitch.THREAD) : List.of();
            }

            @Override
            public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) {
                return capacity == NOT_FIXED ? new TextSwitch(graft, callback, growing, TextModel.STOCK, intervalMillis)
                        : new TextSwitch(graft, callback, growing, capacity, 0);
            }
        };
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }

    @Override
    public boolean rewritesLater() {
        return true;
    }
}
