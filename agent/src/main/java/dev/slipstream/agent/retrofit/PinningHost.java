package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.pinning.KeeperHost;

/** The keeper's surroundings inside the agent. */
final class PinningHost implements KeeperHost {
    static final String TRIAL_FAILED = "a pinned park got no carrier in its place";

    private final PinningSwitch pinning;
    private final Watch watch;
    private final PinningRetrofit retrofit;
    private volatile boolean used;
    private volatile boolean parksWereMissed;
    private volatile boolean closing;
    private boolean tried;
    private boolean saidMaximum;
    private PeriodicEvents events;

    PinningHost(PinningSwitch pinning, Watch watch, PinningRetrofit retrofit) {
        this.pinning = pinning;
        this.watch = watch;
        this.retrofit = retrofit;
    }

    @Override
    public boolean compensatesParks() {
        return true;
    }

    /** Virtual threads were there while the methods were not rewritten. From any thread. */
    void missParks() {
        parksWereMissed = true;
        used = true;
    }

    @Override
    public boolean parksWereMissed() {
        boolean missed = parksWereMissed;
        if (missed) {
            // Before the look, so that a later call of missParks has a look of its own.
            parksWereMissed = false;
        }
        return missed;
    }

    @Override
    public boolean usesVirtualThreads() {
        if (used && !tried) {
            tried = true;
            tryOut();
        }
        return used;
    }

    @Override
    public void rest(long nanos) {
        if (pinning.sleep(nanos)) {
            used = true;
        }
    }

    private void tryOut() {
        try {
            if (PinningTrial.addsACarrier(this::isClosing)) {
                pinning.forgetOneCompensated();
            } else if (!closing) {
                watch.undo(TRIAL_FAILED);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            watch.undo("the trial could not be made: " + e);
        }
    }

    @Override
    public Thread parked() {
        return pinning.sample();
    }

    @Override
    public void atMaximum() {
        if (saidMaximum) {
            return;
        }
        saidMaximum = true;
        watch.say("is at its maximum of carriers, virtual threads wait for one; pinning.max-carriers raises it");
    }

    @Override
    public void everySecond() {
        if (pinning.saturated() > 0) {
            atMaximum();
        }
        if (events == null) {
            events = PinningEvents.join(retrofit);
        }
    }

    @Override
    public void failed(Throwable why) {
        watch.undo("its keeper has ended: " + why);
    }

    boolean isClosing() {
        return closing;
    }

    /** The keeper is about to be closed: a trial under way proves nothing any more. From any thread. */
    void beginClose() {
        closing = true;
    }

    /** Called when the keeper has ended. */
    void close() {
        if (events != null) {
            events.leave();
        }
    }
}
