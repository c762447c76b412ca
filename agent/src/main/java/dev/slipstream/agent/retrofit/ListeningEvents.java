package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Event of a remedy without a thread that could check once a second for a recording; the recorder notifies this listener instead.
 */
abstract class ListeningEvents extends PeriodicEvents implements FlightRecorderListener {
    private boolean joined;
    private boolean left;

    ListeningEvents(Class<? extends Event> type, Retrofit retrofit) {
        super(type, retrofit);
    }

    /** Joins the JVM's flight recorder, now or as soon as it runs. */
    final void listen() {
        FlightRecorder.addListener(this);
    }

    @Override
    public final synchronized void recorderInitialized(FlightRecorder recorder) {
        if (!joined && !left) {
            joined = true;
            join();
        }
    }

    @Override
    final void leave() {
        FlightRecorder.removeListener(this);
        synchronized (this) {
            left = true;
            if (joined) {
                super.leave();
            }
        }
    }
}
