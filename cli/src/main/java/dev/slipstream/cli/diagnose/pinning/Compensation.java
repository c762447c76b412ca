package dev.slipstream.cli.diagnose.pinning;

import java.time.Duration;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Pinning that an agent in the JVM has compensated: a virtual thread that waits and keeps its carrier costs nothing if a spare
 * carrier runs others meanwhile. The agent counts such waits, and reports them in one event per second.
 */
public final class Compensation {
    public static final String EVENT = "dev.slipstream.Pinning";

    /** Latest time of the first event, which comes one second after the recording has begun. */
    private static final Duration AT_ONCE = Duration.ofMillis(2_500);

    private Instant from;
    private long firstDone;
    private long firstMissed;
    private long done;
    private long missed;

    void accept(RecordedEvent event) {
        done = event.getLong("parksCompensated");
        missed = event.getLong("parksAtMaximum") + event.getLong("parksWithoutThread");
        if (from == null) {
            from = event.getStartTime();
            firstDone = done;
            firstMissed = missed;
        }
    }

    /** Returns how often a spare carrier was provided. */
    long done() {
        return done - firstDone;
    }

    /** Returns how often no spare carrier was provided. */
    long missed() {
        return missed - firstMissed;
    }

    /** Returns whether the agent was active from the beginning, and counted any wait. */
    boolean isThere(Instant beginning) {
        return from != null && !from.isAfter(beginning.plus(AT_ONCE)) && done() + missed() > 0;
    }

    /** Returns the fraction of waits without compensation, from 0 to 1. */
    double left(Instant beginning) {
        return isThere(beginning) ? (double) missed() / (done() + missed()) : 1;
    }
}
