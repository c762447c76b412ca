package dev.slipstream.agent.naming;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.plan.Values.Words;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.runtime.naming.ImmediateSlots;
import dev.slipstream.runtime.naming.NamePublisher;
import dev.slipstream.runtime.naming.NativeNames;
import dev.slipstream.runtime.naming.SkippingSlots;
import dev.slipstream.runtime.naming.SlotMaker;
import java.util.List;
import java.util.Map;
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

    private static final Remedy REMEDY = new Remedy("naming", 17, true,
            List.of(
                    new Setting(INTERVAL, new Numbers(1, LONGEST_INTERVAL_MILLIS),
                            "milliseconds from one publishing of native names to the next"),
                    new Setting(MODE, new Words(MODES), "published, or immediate: the system call in the rename, without the JDK's share of the cost,"
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
                    Counter.total("slotsDropped", "threads whose slot was dropped after a failure in a rename")));

    private volatile NamingSwitch naming;
    private String mode;
    private NamingReports reports;
    private NamePublisher publisher;
    private long intervalNanos;
    private NativeNames form;

    /** Null if there are no checkpoints. */
    private Object resource;

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        settings.number(INTERVAL, DEFAULT_INTERVAL_MILLIS);
        settings.text(TRUNCATION, JDK);
        boolean linux = jdk.has(LINUX);
        String mode = mode(settings, linux);
        if (!linux && !mode.equals(SKIP)) {
            return Plan.declined("naming.mode=" + mode + " needs Linux");
        }
        if (mode.equals(IMMEDIATE) && !jdk.has("java/lang/foreign/Linker")) {
            return Plan.declined("naming.mode=immediate needs java.lang.foreign, which came with JDK 21");
        }
        needAll(jdk);
        String note = !mode.equals(SKIP) ? "" : linux ? SKIPS : SKIPS.concat("; all else needs Linux");
        return Plan.install(note, List.of(new Plan.ClassEdit(THREAD, List.of(
                new MethodEdit.ReturnIfDone("setName", STRING_TO_NOTHING, GRAFT, "rename")))));
    }

    private void needAll(JdkView jdk) {
        if (jdk.has("java/lang/VirtualThread")) {
            jdk.need("java/lang/BaseVirtualThread", "park", "()V");
        }
        jdk.need(THREAD, "name", "Ljava/lang/String;");
        jdk.need(THREAD, "tid", "J");
        Needs.check(jdk, grafts(), jdk.has("java/lang/SecurityManager"));
    }

    private static String mode(Settings settings, boolean linux) {
        return settings.text(MODE, linux ? PUBLISHED : SKIP);
    }

    private static boolean isLinux() {
        try {
            Class.forName(LINUX.replace('/', '.'), false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public List<String> grafts() {
        return List.of("java/lang/NameSlots", GRAFT);
    }

    @Override
    public String graftNeighbour() {
        return THREAD;
    }

    @Override
    public List<String> threads(Settings settings) {
        return mode(settings, isLinux()).equals(PUBLISHED) ? List.of("slipstream-naming") : List.of();
    }

    @Override
    public List<String> files(Settings settings) {
        return mode(settings, isLinux()).equals(PUBLISHED) ? List.of("/proc/thread-self/comm, of each thread that renames itself") : List.of();
    }

    @Override
    public List<String> opens() {
        // java.lang.invoke is for the native call of the immediate mode.
        return List.of("java.lang", "java.lang.invoke");
    }

    @Override
    public void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) throws InterruptedException {
        // Ends publishers of the library, which detects the remedy by its graft.
        NamePublisher.endOthers();
        mode = mode(settings, isLinux());
        SlotMaker maker;
        if (mode.equals(SKIP)) {
            maker = new SkippingSlots();
        } else if (mode.equals(IMMEDIATE)) {
            maker = new ImmediateSlots(form(settings));
        } else {
            intervalNanos = settings.number(INTERVAL, DEFAULT_INTERVAL_MILLIS) * NANOS_PER_MILLI;
            form = form(settings);
            reports = new NamingReports(watch, this);
            publisher = NamePublisher.start(reports, intervalNanos, form);
            maker = publisher;
        }
        naming = new NamingSwitch(graft, maker);
    }

    private static NativeNames form(Settings settings) {
        NativeNames jdkForm = NativeNames.ofThisJdk();
        return settings.text(TRUNCATION, JDK).equals(MIDDLE) ? NativeNames.MIDDLE : jdkForm;
    }

    @Override
    public void activate() throws InterruptedException, ReflectiveOperationException {
        naming.setActive(true);
        if (mode.equals(SKIP)) {
            NamingTrial.runSkipping(naming);
        } else {
            NamingTrial.run(naming, publisher, reports);
        }
        naming.beginCounting();
        if (reports != null) {
            reports.use();
            if (resource == null && Checkpoints.mayBeMade()) {
                resource = Checkpoints.register(this::suspend, this::resume);
            }
        }
    }

    /** Closes all name files. Until {@link #resume} the JDK does all renames. */
    private synchronized void suspend() {
        finish();
        if (publisher != null) {
            naming.setActive(false);
        }
    }

    /** Starts a new publisher. Threads of a restored process may have other native ids, so each thread starts anew. */
    private synchronized void resume() {
        if (publisher != null) {
            publisher = NamePublisher.start(reports, intervalNanos, form);
            naming.goOn(publisher);
        }
    }

    /** Gives threads new slots: the JDK may have set native names since the old slots last recorded them. */
    @Override
    public void rewrittenAgain() {
        naming.setActive(true);
    }

    @Override
    public String check() throws InterruptedException {
        return mode.equals(SKIP) ? NamingTrial.checkSkipping(naming) : NamingTrial.check(naming, publisher, reports);
    }

    /**
     * Publishes outstanding names while every rename still consults its slot. A later rename would no longer be seen, and an older
     * name might overwrite it.
     */
    @Override
    public synchronized void finish() {
        if (publisher != null) {
            publisher.close();
        }
    }

    @Override
    public synchronized void deactivate() {
        if (naming != null) {
            naming.setActive(false);
        }
        if (reports != null) {
            reports.close();
        }
        naming = null;
        publisher = null;
        reports = null;
    }

    @Override
    public Map<String, Long> counters() {
        NamingSwitch current = naming;
        return current == null ? Map.of() : current.counters();
    }
}
