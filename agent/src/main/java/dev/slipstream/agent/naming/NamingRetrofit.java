package dev.slipstream.agent.naming;

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
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.plan.Values.Words;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.runtime.naming.ImmediateSlots;
import dev.slipstream.runtime.naming.NamePublisher;
import dev.slipstream.runtime.naming.NamingHost;
import dev.slipstream.runtime.naming.NativeNames;
import dev.slipstream.runtime.naming.SkippingSlots;
import dev.slipstream.runtime.naming.SlotMaker;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Defers native thread names: a thread that renames itself changes only its Java name, and the operating system gets the new name a
 * little later; see {@code remedies/naming.md}.
 */
public final class NamingRetrofit implements Retrofit {
    private static final String INTERVAL = "interval";
    private static final String MODE = "mode";
    private static final String TRUNCATION = "truncation";
    private static final String PUBLISHED = "published";
    private static final String IMMEDIATE = "immediate";
    private static final String SKIP = "skip";
    private static final List<String> MODES = List.of(PUBLISHED, IMMEDIATE, SKIP);
    private static final String SKIPS = "skips renames to the same name only";
    private static final String JDK = "jdk";
    private static final String MIDDLE = "middle";
    private static final int DEFAULT_INTERVAL_MILLIS = 10;
    private static final int LONGEST_INTERVAL_MILLIS = 10_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final String LINUX = "sun/nio/fs/LinuxFileSystem";
    private static final String THREAD = "java/lang/Thread";
    private static final String STRING_TO_NOTHING = "(Ljava/lang/String;)V";
    private static final String GRAFT = "java/lang/NamingGraft";

    /** java.lang.invoke is for the native call of the immediate mode. */
    private static final Grafts GRAFTS = new Grafts(THREAD, List.of("java/lang/NameSlots"), GRAFT,
            List.of("java.lang", "java.lang.invoke"));

    static final Counter SLOTS_DROPPED = Counter.total("slotsDropped",
            "threads whose slot was dropped after a failure in a rename");

    static final Remedy REMEDY = new Remedy("naming", 17, true,
            List.of(
                    new Setting(INTERVAL, new Numbers(1, LONGEST_INTERVAL_MILLIS),
                            "milliseconds from one publishing of native names to the next"),
                    new Setting(MODE, new Words(MODES),
                            "published, or immediate: the system call in the rename, without the JDK's share of the cost,"
                                    + " or skip: the JDK does every rename but those to the same name (elsewhere than on Linux always)"),
                    new Setting(TRUNCATION, new Words(List.of(JDK, MIDDLE)),
                            "jdk, or middle: of a long name the operating system gets the beginning and the end")),
            "",
            List.of(
                    Counter.total("renames", "renames to another name"),
                    Counter.total("same", "skipped renames to the same name; not in immediate mode"),
                    Counter.total("published", "native names written; published mode only"),
                    Counter.gauge("files", "threads whose name file is open; published mode only"),
                    Counter.total("filesRefused", "threads whose name file could not be used; published mode only"),
                    SLOTS_DROPPED));

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        int intervalMillis = settings.number(INTERVAL, DEFAULT_INTERVAL_MILLIS);
        boolean isMiddle = settings.text(TRUNCATION, JDK).equals(MIDDLE);
        boolean linux = jdk.has(LINUX);
        String mode = settings.text(MODE, linux ? PUBLISHED : SKIP);
        if (!linux && !mode.equals(SKIP)) {
            return Plan.declined("naming.mode=" + mode + " needs Linux");
        }
        if (mode.equals(IMMEDIATE) && !jdk.has("java/lang/foreign/Linker")) {
            return Plan.declined("naming.mode=immediate needs java.lang.foreign, which came with JDK 21");
        }
        needAll(jdk);
        String note = !mode.equals(SKIP) ? "" : linux ? SKIPS : SKIPS.concat("; all else needs Linux");
        return Plan.install(note, List.of(new Plan.ClassEdit(THREAD, List.of(
                new MethodEdit.ReturnIfDone("setName", STRING_TO_NOTHING, GRAFT, "rename")))),
                new Planned(mode, intervalMillis, isMiddle));
    }

    private void needAll(JdkView jdk) {
        if (jdk.has("java/lang/VirtualThread")) {
            jdk.need("java/lang/BaseVirtualThread", "park", "()V");
        }
        jdk.need(THREAD, "name", "Ljava/lang/String;");
        jdk.need(THREAD, "tid", "J");
        Needs.check(jdk, GRAFTS.all(), jdk.has("java/lang/SecurityManager"));
    }

    /**
     * The mode as planned.
     *
     * @param isMiddle whether the operating system gets the beginning and the end of a long name
     */
    record Planned(String mode, int intervalMillis, boolean isMiddle) implements Plan.Preparation {
        @Override
        public List<String> threads() {
            return mode.equals(PUBLISHED) ? List.of(NamePublisher.THREAD) : List.of();
        }

        @Override
        public List<String> files() {
            return mode.equals(PUBLISHED) ? List.of("/proc/thread-self/comm, of each thread that renames itself") : List.of();
        }

        @Override
        public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) throws InterruptedException {
            // Ends publishers of the library, which detects the remedy by its graft.
            NamePublisher.endOthers();
            return new NamingSwitch(graft, callback, this);
        }

        /**
         * Makes what the mode needs, and starts a publisher in published mode.
         *
         * @param host the host of that publisher
         */
        SlotMaker start(NamingHost host) {
            if (mode.equals(SKIP)) {
                return new SkippingSlots();
            }
            NativeNames jdkForm = NativeNames.ofThisJdk();
            NativeNames form = isMiddle ? NativeNames.MIDDLE : jdkForm;
            return mode.equals(IMMEDIATE) ? new ImmediateSlots(form)
                    : NamePublisher.start(host, intervalMillis * NANOS_PER_MILLI, form);
        }
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }
}
