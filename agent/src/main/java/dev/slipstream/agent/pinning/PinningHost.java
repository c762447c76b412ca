package dev.slipstream.agent.pinning;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.runtime.pinning.Keeper;
import dev.slipstream.runtime.pinning.KeeperHost;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Keeper's host inside the agent. */
final class PinningHost implements KeeperHost {
    private static final int SECONDS_BETWEEN_TRIALS = 5;
    private static final long LOOK_NANOS = 1_000_000_000;

    private final PinningControl pinning;
    private final Switch.Callback callback;
    private final RecordedCounters recorded;
    private volatile boolean active;
    private volatile boolean used;
    private volatile boolean bellMayBeMissing;
    private volatile boolean closing;
    private volatile boolean proved;
    private boolean tried;
    private int seconds;
    private boolean saidMaximum;
    private volatile boolean isLimited;

    PinningHost(PinningControl pinning, Switch.Callback callback, RecordedCounters recorded) {
        this.pinning = pinning;
        this.callback = callback;
        this.recorded = recorded;
    }

    /**
     * Records that parks are compensated from now on. In a baked JDK, a virtual thread may ring for the keeper before that; a self-test
     * would then find no carrier added. May be called on any thread; the caller then wakes the keeper if there are virtual
     * threads.
     */
    void activated() {
        active = true;
    }

    /** Records that the scheduler cannot have as many carriers as the settings say. May be called on any thread. */
    void limited() {
        isLimited = true;
    }

    /** Records that there are virtual threads already. May be called on any thread. */
    void virtualThreadsExist() {
        used = true;
    }

    /**
     * Records that another agent may have removed the call that wakes the keeper at the first virtual thread. From now on the
     * keeper looks by itself, once a second. May be called on any thread.
     */
    void missTheBell() {
        bellMayBeMissing = true;
    }

    @Override
    public boolean usesVirtualThreads() {
        if (!active || !used) {
            return false;
        }
        if (!tried) {
            tried = true;
            tryOut();
        }
        return true;
    }

    @Override
    public void rest(long nanos) {
        if (used && !active) {
            LockSupport.park(this);
            return;
        }
        boolean rung = pinning.sleep(bellMayBeMissing ? Math.min(nanos, LOOK_NANOS) : nanos);
        if (rung || (bellMayBeMissing && pinning.isSchedulerThere())) {
            used = true;
        }
    }

    /**
     * Tests a pinned park.
     *
     * @return why it is not compensated; null if it is, or if the system has no thread for the test
     */
    @Nullable
    String selfTest() throws ReflectiveOperationException {
        long withoutThread = pinning.failed();
        try {
            if (new PinningSelfTest(pinning, this).addsACarrier()) {
                pinning.forgetOneCompensated();
                proved = true;
                return null;
            }
        } catch (OutOfMemoryError noThread) {
            return null;
        }
        return closing || pinning.failed() > withoutThread ? null : "a pinned park got no carrier in its place";
    }

    private void tryOut() {
        try {
            String failure = selfTest();
            if (failure != null) {
                callback.selfTestFailed(failure);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            callback.undo("the self-test could not be made: " + e);
        }
    }

    @Override
    public void atMaximum() {
        if (saidMaximum) {
            return;
        }
        saidMaximum = true;
        callback.say("is at its maximum of carriers, virtual threads wait for one; " + advice());
    }

    /** Returns what the user can do where virtual threads wait since the pool is at its maximum. */
    private String advice() {
        return isLimited || Integer.getInteger(Keeper.MAXIMUM) != null ? PinningSwitch.limit()
                : "pinning.max-carriers raises it";
    }

    @Override
    public void everySecond() {
        if (pinning.saturated() > 0) {
            atMaximum();
        }
        if (!proved && ++seconds % SECONDS_BETWEEN_TRIALS == 0) {
            tryOut();
        }
        recorded.joinIfRecording();
    }

    @Override
    public void failed(Throwable why) {
        callback.undo("its keeper has ended: " + why);
    }

    boolean isClosing() {
        return closing;
    }

    /** Announces that the keeper will be closed: a self-test in progress proves nothing any more. May be called on any thread. */
    void beginClose() {
        closing = true;
    }

    /** Leaves the flight recorder. Called when the keeper has ended. */
    void close() {
        recorded.leave();
    }
}
