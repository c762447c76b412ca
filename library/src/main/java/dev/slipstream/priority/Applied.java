package dev.slipstream.priority;

import java.util.Optional;

/**
 * Result of a request to set a thread's native priority.
 *
 * @param outcome the outcome in one word
 * @param asked the level that was requested
 * @param level the level that the kernel shows afterwards; empty if it cannot be read
 * @param reason why the request was not met; empty if it was
 * @since 1.0.0
 */
public record Applied(Outcome outcome, Level asked, Optional<Level> level, String reason) {
    /** Outcome of a request. */
    public enum Outcome {
        /** The kernel shows the requested level. */
        APPLIED,
        /**
         * The kernel shows another level: the process lacks the permission and nothing has changed, the policy is one that is left
         * alone, or another thread or process sets the level, too. The reason says which.
         */
        REFUSED,
        /** The thread has not been started, or has ended. */
        NOT_ALIVE,
        /** Not supported by this JDK, this system or the JVM's present options, or the thread is virtual. */
        UNSUPPORTED
    }

    /** {@return whether the kernel shows the requested level} */
    public boolean isAsAsked() {
        return outcome == Outcome.APPLIED;
    }
}
