package dev.slipstream.agent.pinning;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.pinning.KeeperCounters;
import dev.slipstream.runtime.pinning.Keeper;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Agent's side of the pinning graft, and its keeper of carriers. */
final class PinningSwitch implements Switch {
    private static final String RESTART = "the scheduler was there first; a restart with the agent allows more";
    private static final int MOST_SITES = 20;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PinningControl pinning;
    private final PinningHost host;
    private final Keeper keeper;
    private final int most;

    /** @param most the maximum number of carriers */
    PinningSwitch(BiFunction<String, Object, Object> graft, Callback callback, int most) {
        this.most = most;
        pinning = new PinningControl(graft);
        pinning.setMost(most);
        host = new PinningHost(pinning, callback, new RecordedCounters(PinningRetrofit.REMEDY, this));
        pinning.arm();
        keeper = Keeper.start(host);
        pinning.setKeeper(keeper.thread());
    }

    @Override
    public String activate() {
        pinning.setActive(true);
        host.activated();
        if (!pinning.isSchedulerThere()) {
            return "";
        }
        String note = "";
        if (!raiseMaximum()) {
            host.limited();
            note = limit();
        }
        wakeKeeper();
        return note;
    }

    /** Returns whether the scheduler, which is there, may have as many carriers as the settings say. */
    private boolean raiseMaximum() {
        Integer users = Integer.getInteger(Keeper.MAXIMUM);
        if (users != null) {
            return users >= most;
        }
        int given = pinning.given();
        return given == most || keeper.setMaximum(most, given == 0 ? PinningRetrofit.MAX_CARRIERS_OF_THE_JDK : given);
    }

    /** Returns what limits the carriers to fewer than asked for, and what the user can do. */
    static String limit() {
        Integer users = Integer.getInteger(Keeper.MAXIMUM);
        return users == null ? RESTART : Keeper.MAXIMUM + "=" + users + " is set; a restart with a larger one allows more";
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

    /** Tests a pinned park; if the application has not made the JDK create its scheduler yet, the keeper does so later. */
    @Override
    public @Nullable String check() throws ReflectiveOperationException {
        if (pinning.isSchedulerThere()) {
            return host.selfTest();
        }
        host.missTheBell();
        LockSupport.unpark(keeper.thread());
        return null;
    }

    @Override
    public String deactivate() {
        host.beginClose();
        pinning.setActive(false);
        keeper.close();
        host.close();
        pinning.setKeeper(null);
        return "";
    }

    @Override
    public Map<String, Long> counters() {
        KeeperCounters kept = keeper.counters();
        return PinningRetrofit.REMEDY.counted(pinning.compensated(), pinning.saturated(), pinning.failed(),
                kept.carriers(), kept.mostCarriers(), kept.added(), kept.mostAdded(), kept.totalAdded(), kept.refused(),
                kept.atMaximumNanos() / NANOS_PER_MILLI);
    }

    @Override
    public Map<String, Long> sites() {
        return keeper.pinSites(MOST_SITES);
    }
}
