package dev.slipstream.agent.counters;

import dev.slipstream.agent.plan.Retrofit;

/**
 * Flight recorder events of a remedy: its counters, and its sites if it has any, once a second while a recording has them enabled.
 * Their types are registered once other code has started the recorder, which is heavy; the agent never starts it. Without the
 * module jdk.jfr all methods do nothing. Thread-safe.
 */
public final class RecordedCounters {
    private final Retrofit retrofit;

    /** A {@link CounterEvents}, or null. Hazard: with that type here, the verifier would load it, and fail without jdk.jfr. */
    private Object events;

    /** Creates the events of a remedy, without any effect on the recorder. Loads nothing, since it is called at start. */
    public RecordedCounters(Retrofit retrofit) {
        this.retrofit = retrofit;
    }

    /** Registers the event types as soon as a recorder exists. Loads classes of jdk.jfr at once. */
    public synchronized void joinWhenRecording() {
        if (create()) {
            ((CounterEvents) events).listen();
        }
    }

    /** Registers the event types if a recorder exists and they are not registered. Cheap; call it once a second. */
    public synchronized void joinIfRecording() {
        if (create()) {
            ((CounterEvents) events).joinIfRecording();
        }
    }

    private boolean create() {
        if (events == null && ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
            events = new CounterEvents(retrofit);
        }
        return events != null;
    }

    /** Withdraws the event types for good. */
    public synchronized void leave() {
        if (events != null) {
            ((CounterEvents) events).leave();
        }
    }
}
