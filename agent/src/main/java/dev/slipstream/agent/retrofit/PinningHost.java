package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.pinning.KeeperHost;

/** The keeper's surroundings inside the agent. */
final class PinningHost implements KeeperHost {
    private static final int SECONDS_BETWEEN_TRIALS = 5;

    private final PinningSwitch pinning;
    private final Watch watch;
    private final PinningRetrofit retrofit;
    private volatile boolean used;
    private volatile boolean parksWereMissed;
    private volatile boolean closing;
    private volatile boolean proved;
    private boolean tried;
    private int seconds;
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

    /**
     * Tries out a pinned park.
     *
     * @return why it is not compensated; null if it is, or if the system gives no thread to find out with
     */
    String trial() throws ReflectiveOperationException {
        long withoutThread = pinning.failed();
        try {
            if (PinningTrial.addsACarrier(this::isClosing)) {
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
            String failure = trial();
            if (failure != null) {
                watch.undo(failure);
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
        if (!proved && ++seconds % SECONDS_BETWEEN_TRIALS == 0) {
            tryOut();
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
