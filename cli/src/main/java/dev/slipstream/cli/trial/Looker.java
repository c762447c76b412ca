package dev.slipstream.cli.trial;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.exit.Failure;
import java.time.Duration;

/** Diagnoses a running JVM. */
@FunctionalInterface
public interface Looker {
    /**
     * Diagnoses a JVM for a given time. Changes nothing in it.
     *
     * @throws Failure if the JVM cannot be diagnosed; the message says why
     * @throws InterruptedException if interrupted meanwhile; nothing is left behind
     */
    Diagnosis look(long pid, Duration time) throws Failure, InterruptedException;
}
