package dev.slipstream.priority;

import java.util.Optional;

/**
 * What has become of a thread's native priority.
 *
 * @param outcome in one word
 * @param asked the level that was asked for
 * @param level what the kernel shows afterwards; empty if it cannot be read
 * @param reason why it is not as asked; empty if it is
 */
public record Applied(Outcome outcome, Level asked, Optional<Level> level, String reason) {
    /** Whether it was done. */
    public enum Outcome {
        /** The kernel shows what was asked for. */
        APPLIED,
        /** This process may not do that; nothing has changed. */
        REFUSED,
        /** The thread has not been started, or has ended. */
        NOT_ALIVE,
        /** Not with this JDK, on this system, with the JVM's present options, or for virtual threads. */
        UNSUPPORTED
    }

    /** Whether the kernel shows what was asked for. */
    public boolean isAsAsked() {
        return outcome == Outcome.APPLIED;
    }
}
