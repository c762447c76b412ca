package dev.slipstream.cli.trial;

import dev.slipstream.cli.Failure;
import dev.slipstream.cli.diagnose.Diagnosis;
import java.time.Duration;

/** Diagnoses a running JVM. */
@FunctionalInterface
public interface Looker {
    /**
     * Looks for a while, and changes nothing.
     *
     * @throws Failure if that cannot be done; says why
     * @throws InterruptedException if interrupted meanwhile; nothing is left behind
     */
    Diagnosis look(long pid, Duration time) throws Failure, InterruptedException;
}
