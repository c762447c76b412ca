package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import java.time.Duration;
import java.util.function.Supplier;

/** Receives the progress of a diagnosis several times a second. */
@FunctionalInterface
public interface Watcher {
    /**
     * Reports that time has passed.
     *
     * @param elapsed the time since the beginning
     * @param soFar computes the diagnosis so far; call only to show it, since it takes some work
     */
    void passed(Duration elapsed, Supplier<Diagnosis> soFar);
}
