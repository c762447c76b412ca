package dev.slipstream.agent.pinning;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Remedy.Unit;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.pinning.KeeperCounters;
import dev.slipstream.runtime.pinning.Keeper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/** Compensates pinned parks, and lets a keeper add carriers when nothing parks; see {@code remedies/pinning.md}. */
public final class PinningRetrofit implements Retrofit {
    /** Default maximum number of carriers. The JDK's own default is 256, or the number of processors if that is more. */
    public static final int DEFAULT_MAX_CARRIERS = 1_024;

    private static final String MAX_CARRIERS = "max-carriers";
    private static final String CARRIER = "jdk/internal/misc/CarrierThread";
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
    private static final String GRAFT = "jdk/internal/misc/PinningGraft";
    private static final int MAX_CARRIERS_OF_THE_JDK = 256;
    private static final String RESTART = "the scheduler was there first; a restart with the agent allows more";
    private static final int MOST_SITES = 20;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final Remedy REMEDY = new Remedy("pinning", 21, true,
            List.of(new Setting(MAX_CARRIERS, new Numbers(MAX_CARRIERS_OF_THE_JDK, Short.MAX_VALUE),
                    "carriers at most, unless jdk.virtualThreadScheduler.maxPoolSize is set")),
            "a method in which virtual threads were seen pinned, and why",
            List.of(
                    Counter.total("parksCompensated", "pinned parks during which another carrier stood in"),
                    Counter.total("parksAtMaximum", "pinned parks without a stand-in, since the pool was at its cap"),
                    Counter.total("parksWithoutThread", "pinned parks without a stand-in, since no thread could be started"),
                    Counter.gauge("carriers", "live carriers"),
                    Counter.gauge("carriersMost", "the most carriers seen"),
                    Counter.gauge("carriersAdded", "stand-ins for stuck carriers"),
                    Counter.gauge("carriersAddedMost", "the most stand-ins at one time"),
                    Counter.total("carriersAddedTotal", "stand-ins created"),
                    Counter.total("additionsRefused", "how often a carrier was stuck while the pool was at its cap"),
                    Counter.total("atMaximumMillis", "how long the pool was at its cap, in milliseconds").in(Unit.MILLISECONDS)));

    private PinningSwitch pinning;
    private PinningHost host;
    private Keeper keeper;
    private int most;
    private volatile String note = "";

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        if (!jdk.has(VIRTUAL_THREAD)) {
            return Plan.unneeded("this JDK has no virtual threads");
        }
        Needs.check(jdk, grafts(), false);
        needMark(jdk);
        most = settings.number(MAX_CARRIERS, defaultMost(jdk.mostThreads()));
        return Plan.install("", List.of(new Plan.ClassEdit(VIRTUAL_THREAD, List.of(
                new MethodEdit.CallAround("parkOnCarrierThread", "(ZJ)V", GRAFT, "beforePark", "afterPark"),
                new MethodEdit.CallFirst("start", "(Ljdk/internal/vm/ThreadContainer;)V", GRAFT, "starting"),
                new MethodEdit.CallForConstantAfter("createDefaultScheduler", "jdk.virtualThreadScheduler.maxPoolSize",
                        MAX_CARRIERS_OF_THE_JDK, GRAFT, "most")))));
    }

    /** Checks that a carrier has one of the two fields in which the JDK, or the graft, notes that it is compensated. */
    private static void needMark(JdkView jdk) {
        try {
            jdk.need(CARRIER, "compensateValue", "J");
        } catch (NotThere olderRelease) {
            jdk.need(CARRIER, "blocking", "Z");
        }
    }

    /**
     * Returns the default maximum for a process limited to this many threads: at most half of them, unless the JDK's own cap is
     * more. The JDK needs the rest because it adds carriers itself, around {@code Object.wait} and file operations; if the
     * operating system has no thread left, that throws into the application.
     */
    static int defaultMost(long threads) {
        return (int) Math.max(MAX_CARRIERS_OF_THE_JDK, Math.min(DEFAULT_MAX_CARRIERS, threads / 2));
    }

    @Override
    public List<String> grafts() {
        return List.of("jdk/internal/misc/Doorbell", "jdk/internal/misc/PinningGraft$Pools", GRAFT);
    }

    @Override
    public List<MethodEdit> whenBaked() {
        List<MethodEdit> edits = new ArrayList<>(Retrofit.super.whenBaked());
        edits.add(new MethodEdit.CallForConstant("stockMost", "()I", MAX_CARRIERS_OF_THE_JDK, BAKED_ENGINE, "most"));
        return edits;
    }

    @Override
    public String graftNeighbour() {
        return "jdk/internal/misc/Unsafe";
    }

    @Override
    public List<String> threads(Settings settings) {
        return List.of("slipstream-keeper");
    }

    @Override
    public List<String> opens() {
        return List.of("java.lang", "java.util.concurrent", "jdk.internal.misc", "jdk.internal.vm");
    }

    @Override
    public void prepare(BiFunction<String, Object, Object> graft, Settings settings, Watch watch) {
        note = "";
        pinning = new PinningSwitch(graft);
        pinning.setMost(most);
        host = new PinningHost(pinning, watch, this);
        pinning.arm();
        keeper = Keeper.start(host);
        pinning.setKeeper(keeper.thread());
    }

    @Override
    public void activate() {
        pinning.setActive(true);
        host.activated();
        if (pinning.isSchedulerThere()) {
            note = raiseMaximum() ? "" : limit();
            wakeKeeper();
        }
    }

    /** Returns whether the scheduler, which is there, may have as many carriers as the settings say. */
    private boolean raiseMaximum() {
        Integer users = Integer.getInteger(Keeper.MAXIMUM);
        if (users != null) {
            return users >= most;
        }
        int given = pinning.given();
        return given == most || keeper.setMaximum(most, given == 0 ? MAX_CARRIERS_OF_THE_JDK : given);
    }

    private void wakeKeeper() {
        host.virtualThreadsExist();
        LockSupport.unpark(keeper.thread());
    }

    /** A virtual thread may have started, which then did not wake the keeper. */
    @Override
    public void rewrittenAgain() {
        if (pinning.isSchedulerThere()) {
            wakeKeeper();
        }
    }

    /** Returns what limits the carriers to fewer than asked for, and what the user can do. */
    private static String limit() {
        Integer users = Integer.getInteger(Keeper.MAXIMUM);
        return users == null ? RESTART : Keeper.MAXIMUM + "=" + users + " is set; a restart with a larger one allows more";
    }

    /** Returns what the user can do where virtual threads wait since the pool is at its maximum. */
    String advice() {
        return note.isEmpty() && Integer.getInteger(Keeper.MAXIMUM) == null ? "pinning.max-carriers raises it" : limit();
    }

    /** Tests a pinned park; if the application has not made the JDK create its scheduler yet, the keeper does so later. */
    @Override
    public String check() throws ReflectiveOperationException {
        if (pinning.isSchedulerThere()) {
            return host.trial();
        }
        host.missTheBell();
        LockSupport.unpark(keeper.thread());
        return null;
    }

    @Override
    public String note() {
        return note;
    }

    @Override
    public void deactivate() {
        if (keeper == null) {
            return;
        }
        host.beginClose();
        pinning.setActive(false);
        keeper.close();
        host.close();
        pinning.setKeeper(null);
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        if (pinning == null || keeper == null) {
            return counters;
        }
        KeeperCounters kept = keeper.counters();
        counters.put("parksCompensated", pinning.compensated());
        counters.put("parksAtMaximum", pinning.saturated());
        counters.put("parksWithoutThread", pinning.failed());
        counters.put("carriers", (long) kept.carriers());
        counters.put("carriersMost", (long) kept.mostCarriers());
        counters.put("carriersAdded", (long) kept.added());
        counters.put("carriersAddedMost", (long) kept.mostAdded());
        counters.put("carriersAddedTotal", kept.totalAdded());
        counters.put("additionsRefused", kept.refused());
        counters.put("atMaximumMillis", kept.atMaximumNanos() / NANOS_PER_MILLI);
        return counters;
    }

    @Override
    public Map<String, Long> sites() {
        return keeper == null ? Map.of() : keeper.pinSites(MOST_SITES);
    }
}
