package dev.slipstream.priority;

import java.util.Optional;

/**
 * Result of a request to set a thread's native priority.
 *
 * @param outcome the outcome in one word
 * @param asked the level that was requested
 * @param level the level that the kernel shows afterwards; empty if it cannot be read
 * @param reason why the request was not met; empty if it was
 */
public record Applied(Outcome outcome, Level asked, Optional<Level> level, String reason) {
    /** Outcome of a request. */
    public enum Outcome {
        /** The kernel shows the requested level. */
        APPLIED,
        /** The process lacks the permission; nothing has changed. */
        REFUSED,
        /** The thread has not been started, or has ended. */
        NOT_ALIVE,
        /** Not supported by this JDK, this system or the JVM's present options, or the thread is virtual. */
        UNSUPPORTED
    }

    /** Tells whether the kernel shows the requested level. */
    public boolean isAsAsked() {
        return outcome == Outcome.APPLIED;
    }
}
