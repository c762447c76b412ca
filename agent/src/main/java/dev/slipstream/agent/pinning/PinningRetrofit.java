package dev.slipstream.agent.pinning;

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
import dev.slipstream.runtime.pinning.Keeper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Compensates pinned parks, and lets a keeper add carriers when nothing parks; see {@code remedies/pinning.md}. */
public final class PinningRetrofit implements Retrofit {
    /** Default maximum number of carriers. The JDK's own default is 256, or the number of processors if that is more. */
    private static final int DEFAULT_MAX_CARRIERS = 1_024;

    private static final String MAX_CARRIERS = "max-carriers";
    private static final String CARRIER = "jdk/internal/misc/CarrierThread";
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
    private static final String GRAFT = "jdk/internal/misc/PinningGraft";
    static final int MAX_CARRIERS_OF_THE_JDK = 256;

    private static final Grafts GRAFTS = new Grafts("jdk/internal/misc/Unsafe",
            List.of("jdk/internal/misc/Doorbell", "jdk/internal/misc/PinningGraft$Pools"), GRAFT,
            List.of("java.lang", "java.util.concurrent", "jdk.internal.misc", "jdk.internal.vm"));

    static final Remedy REMEDY = new Remedy("pinning", 21, true,
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

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        if (!jdk.has(VIRTUAL_THREAD)) {
            return Plan.unneeded("this JDK has no virtual threads");
        }
        Needs.check(jdk, GRAFTS.all(), false);
        needMark(jdk);
        int most = settings.number(MAX_CARRIERS, defaultMost(jdk.mostThreads()));
        return Plan.install("", List.of(new Plan.ClassEdit(VIRTUAL_THREAD, List.of(
                new MethodEdit.CallAround("parkOnCarrierThread", "(ZJ)V", GRAFT, "beforePark", "afterPark"),
                new MethodEdit.CallFirst("start", "(Ljdk/internal/vm/ThreadContainer;)V", GRAFT, "starting"),
                new MethodEdit.CallForConstantAfter("createDefaultScheduler", "jdk.virtualThreadScheduler.maxPoolSize",
                        MAX_CARRIERS_OF_THE_JDK, GRAFT, "most")))),
                preparation(most));
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

    private static Plan.Preparation preparation(int most) {
        return new Plan.Preparation() {
            @Override
            public List<String> threads() {
                return List.of(Keeper.THREAD);
            }

            @Override
            public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) {
                return new PinningSwitch(graft, callback, most);
            }
        };
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }

    @Override
    public List<MethodEdit> whenBaked() {
        List<MethodEdit> edits = new ArrayList<>(Retrofit.super.whenBaked());
        edits.add(new MethodEdit.CallForConstant("stockMost", "()I", MAX_CARRIERS_OF_THE_JDK, BAKED_ENGINE, "most"));
        return edits;
    }
}
