package dev.slipstream.agent.naming;

import dev.slipstream.agent.counters.RecordedCounters;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.runtime.naming.NamingHost;
import org.jspecify.annotations.Nullable;

/**
 * Publisher's host inside the agent. All methods except {@link #use}, {@link #refusal} and {@link #close} are called on the
 * publisher's thread.
 */
final class NamingReports implements NamingHost {
    private final Switch.Callback callback;
    private final RecordedCounters recorded;
    private volatile boolean inUse;
    private volatile @Nullable String refusal;

    NamingReports(Switch.Callback callback, RecordedCounters recorded) {
        this.callback = callback;
        this.recorded = recorded;
    }

    /** Ends the self-test: from now on a refusal is reported to the user. */
    void use() {
        inUse = true;
    }

    /** Returns why a name file could not be opened or written. */
    @Nullable
    String refusal() {
        return refusal;
    }

    @Override
    public void refused(String why) {
        refusal = why;
        if (inUse) {
            callback.say("leaves some threads to the JDK: ".concat(why));
        }
    }

    /** Returns true: the JDK notifies the graft, which closes the slot. */
    @Override
    public boolean closesSlots() {
        return true;
    }

    @Override
    public void everySecond() {
        recorded.joinIfRecording();
    }

    @Override
    public void failed(Throwable why) {
        callback.undo("its publisher has ended: ".concat(why.toString()));
    }

    /** Leaves the flight recorder. Called when the publisher has ended. */
    void close() {
        recorded.leave();
    }
}
