package dev.slipstream.cli.diagnose;

import java.time.Duration;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What an agent in the JVM has made up for: a virtual thread that waits and keeps its carrier costs nobody anything where a spare
 * carrier runs others meanwhile. The agent counts that, and says so in an event a second.
 */
final class Compensation {
    static final String EVENT = "dev.slipstream.Pinning";

    /** The first event comes a second after the recording has begun. */
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

    /** How often a spare carrier came. */
    long done() {
        return done - firstDone;
    }

    /** How often none came. */
    long missed() {
        return missed - firstMissed;
    }

    /** Whether it was there all the time, and had something to do. */
    boolean isThere(Instant beginning) {
        return from != null && !from.isAfter(beginning.plus(AT_ONCE)) && done() + missed() > 0;
    }

    /** The part that nobody has made up for, from 0 to 1. */
    double left(Instant beginning) {
        return isThere(beginning) ? (double) missed() / (done() + missed()) : 1;
    }
}
