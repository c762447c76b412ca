package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Emits one event type, with a remedy's counters, once a second while a recording has it enabled.
 *
 * <p>Hazard. The module jdk.jfr may be missing. So instances are created only if {@link Recorder#exists()}. A method that runs
 * before that is known must not use an event where another type is expected, which makes the verifier load both types.
 */
abstract class PeriodicEvents implements Runnable {
    private final Class<? extends Event> type;
    private final Retrofit retrofit;

    PeriodicEvents(Class<? extends Event> type, Retrofit retrofit) {
        this.type = type;
        this.retrofit = retrofit;
    }

    /** Emits one event. */
    abstract void emit(Map<String, Long> counters);

    @Override
    public final void run() {
        Map<String, Long> counters = retrofit.counters();
        if (!counters.isEmpty()) {
            emit(counters);
        }
    }

    /**
     * Joins the JVM's flight recorder.
     *
     * @return this, or null if the application's security manager forbids it
     */
    final PeriodicEvents join() {
        try {
            add();
            return this;
        } catch (SecurityException forbidden) {
            return null;
        }
    }

    void add() {
        FlightRecorder.addPeriodicEvent(type, this);
    }

    void leave() {
        FlightRecorder.removePeriodicEvent(this);
    }
}
