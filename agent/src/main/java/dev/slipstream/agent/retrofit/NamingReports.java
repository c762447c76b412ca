package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit.Watch;
import dev.slipstream.naming.NamingHost;

/** The publisher's surroundings inside the agent. All but {@link #refusal} and {@link #close} is called on its thread. */
final class NamingReports implements NamingHost {
    private final Watch watch;
    private final NamingRetrofit retrofit;
    private volatile boolean inUse;
    private volatile String refusal;
    private PeriodicEvents events;

    NamingReports(Watch watch, NamingRetrofit retrofit) {
        this.watch = watch;
        this.retrofit = retrofit;
    }

    /** The trial is over: what is refused from now on is worth a line. */
    void use() {
        inUse = true;
    }

    /** Why a name file could not be opened or written, or null. */
    String refusal() {
        return refusal;
    }

    @Override
    public void refused(String why) {
        refusal = why;
        if (inUse) {
            watch.say("leaves some threads to the JDK: ".concat(why));
        }
    }

    /** The graft does, as the JDK tells it. */
    @Override
    public boolean closesSlots() {
        return true;
    }

    @Override
    public void everySecond() {
        if (events == null) {
            events = NamingEvents.join(retrofit);
        }
    }

    @Override
    public void failed(Throwable why) {
        watch.undo("its publisher has ended: ".concat(why.toString()));
    }

    /** Called when the publisher has ended. */
    void close() {
        if (events != null) {
            events.leave();
        }
    }
}
