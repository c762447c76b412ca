package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.pinning.KeeperHost;

/** The keeper's surroundings inside the agent. */
final class PinningHost implements KeeperHost {
    private final PinningSwitch pinning;
    private final Watch watch;
    private final PinningRetrofit retrofit;
    private volatile boolean used;
    private volatile boolean late;
    private boolean tried;
    private PinningEvents events;

    PinningHost(PinningSwitch pinning, Watch watch, PinningRetrofit retrofit) {
        this.pinning = pinning;
        this.watch = watch;
        this.retrofit = retrofit;
    }

    @Override
    public boolean compensatesParks() {
        return true;
    }

    /** The agent was attached to a JVM that has its scheduler already. From any thread. */
    void comeLate() {
        late = true;
        used = true;
    }

    @Override
    public boolean cameLate() {
        return late;
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
            if (PinningTrial.addsACarrier()) {
                pinning.forgetOneCompensated();
            } else {
                watch.undo("a pinned park got no carrier in its place");
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            watch.undo("the trial could not be made: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Thread parked() {
        return pinning.sample();
    }

    @Override
    public void atMaximum() {
        watch.say("is at its maximum of carriers, virtual threads wait for one; pinning.max-carriers raises it");
    }

    @Override
    public void everySecond() {
        if (events == null) {
            events = PinningEvents.join(retrofit);
        }
    }

    /** Called when the keeper has ended. */
    void close() {
        if (events != null) {
            events.leave();
        }
    }
}
